import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { diffRecords } from '../../records/diff.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents, appendNothing } from '../audit/index.ts';
import { type Catalogue, type ChangeSets, withoutMetadata } from '../catalogues/index.ts';

/** A catalogue exported by another registry. */
export interface CatalogueSource {
  readonly kind: ChangeSets;
  readonly catalogue: Catalogue;
}

/** A catalogue entry written by the import. */
export interface ImportedEntry {
  readonly section: string;
  readonly name: string;
  readonly operation: 'create' | 'update';
  /** Dotted paths of the fields that an update changes. */
  readonly fields: readonly string[];
}

export interface CataloguesReport {
  readonly written: readonly ImportedEntry[];
  /** Number of entries that are not written because they already equal the source. */
  readonly unchanged: number;
  /** Number of entries that the source does not have; the import does not remove them. */
  readonly kept: number;
}

interface PlannedEntries extends CataloguesReport {
  readonly kind: ChangeSets;
  readonly catalogue: Catalogue;
  /** The change set that makes the entries equal to the source; null if they already are. */
  readonly changeSet: JsonObject | null;
}

/** The author of imports in the audit trail. */
const actor = { userId: 'import', username: 'import' };
const title = 'Import of the catalogue of another registry';

/**
 * Imports the catalogue entries of another registry, including their metadata, in one transaction with an
 * audit event for each written entry. Skips entries that equal the source apart from metadata, and does not
 * remove entries that the source lacks. A second import therefore changes nothing.
 *
 * @param options.now Unix seconds
 * @param options.audited whether to append events to the audit trail
 * @throws RegistryError `invalid_input`, `invalid_change_set` if a catalogue would break a rule; nothing is
 *   written then
 */
export async function importCatalogues(
  store: Store,
  sources: readonly CatalogueSource[],
  {
    domain,
    now,
    dryRun,
    audited,
  }: {
    readonly domain: CanonicalFormat;
    readonly now: number;
    readonly dryRun: boolean;
    readonly audited: boolean;
  },
): Promise<CataloguesReport> {
  const planSources = async (reader: Tx) => {
    const plans: PlannedEntries[] = [];
    for (const source of sources) plans.push(await planEntries(reader, source));
    return plans;
  };
  if (dryRun) {
    return store.read(async (reader) => {
      const plans = await planSources(reader);
      const editor = { username: actor.username, now };
      for (const { kind, changeSet } of plans) {
        if (changeSet !== null) await kind.examine(reader, changeSet, editor);
      }
      return createReport(plans);
    });
  }
  const act = { domain, now, actor, jobId: null, change: null };
  return store.write(async (writer) => {
    const plans = await planSources(writer);
    for (const { kind, catalogue, changeSet } of plans) {
      const append = audited ? appendEvents : appendNothing;
      if (changeSet !== null) await kind.apply(writer, changeSet, act, append, catalogue);
    }
    return createReport(plans);
  });
}

async function planEntries(reader: Tx, { kind, catalogue }: CatalogueSource): Promise<PlannedEntries> {
  const liveCatalogue = await kind.readCurrent(reader);
  const written: ImportedEntry[] = [];
  let [unchanged, kept] = [0, 0];
  for (const section of kind.sections) {
    const [liveEntries, sourceEntries] = [liveCatalogue.sections[section], catalogue.sections[section]];
    for (const name of liveEntries?.keys() ?? []) kept += sourceEntries?.has(name) ? 0 : 1;
    for (const [name, entry] of sourceEntries ?? []) {
      const before = liveEntries?.get(name);
      if (before && sameJson(withoutMetadata(before), withoutMetadata(entry))) {
        unchanged += 1;
        continue;
      }
      const fields = before ? diffRecords(withoutMetadata(before), withoutMetadata(entry)) : [];
      const operation = before ? 'update' : 'create';
      written.push({ section, name, operation, fields: fields.map(({ field_path }) => field_path) });
    }
  }
  const writes = written.map(({ section, name }) => {
    const before = catalogue.sections[section]?.get(name) ?? null;
    return { section, name, before, after: null };
  });
  const changeSet = await kind.createReversal(reader, writes, title);
  return { kind, catalogue, changeSet, written, unchanged, kept };
}

function createReport(plans: readonly PlannedEntries[]): CataloguesReport {
  const sum = (key: 'unchanged' | 'kept') => plans.reduce((total, each) => total + each[key], 0);
  const written = plans.flatMap((each) => each.written);
  return { written, unchanged: sum('unchanged'), kept: sum('kept') };
}
