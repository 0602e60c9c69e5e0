import type { GroupEntryKind } from '../../registry/audit/group-event.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../registry/categories/category.ts';
import { recordDelta } from '../../registry/diff.ts';
import { formatOf, type ModelViews, sameViews, viewsOf } from '../../registry/model-views.ts';
import { withoutServerMetadata } from '../../registry/records/server-metadata.ts';
import { type AppendEvents, appendEvents } from '../audit/append-events.ts';
import type { Store, StoreReader, StoreWriter } from '../ports/store.ts';
import { writeLiveRecord } from '../queue/live-record.ts';
import { type GroupEntryImport, planGroups, writeGroups } from './import-groups.ts';
import type { ReferenceFiles, SourceProblem } from './reference-source.ts';
import { sameCreation, viewsOfSource } from './source-views.ts';

export interface ImportOptions {
  readonly canonicalFormat: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  /** Import what is right, and leave the models whose records are not as they are. */
  readonly skipInvalid?: boolean;
  /** Delete models that the files of their category do not have. */
  readonly prune?: boolean;
  /** Write nothing. */
  readonly dryRun?: boolean;
  readonly append?: AppendEvents;
  /** Whom the audit trail names as the author. Default: `import`. */
  readonly userId?: string;
  /** Called often, with the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** One model that the import writes. */
export interface ImportedModel {
  readonly category: string;
  readonly name: string;
  readonly operation: 'create' | 'update' | 'delete';
  /** The top-level fields that change, of an update. */
  readonly fields: readonly string[];
}

/** What the import says about a group of text models. */
export interface ImportedGroupEntry {
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly operation: 'create' | 'update';
}

export interface ImportReport {
  readonly written: readonly ImportedModel[];
  readonly writtenGroupEntries: readonly ImportedGroupEntry[];
  /** Number of models and group entries that are as the files say already. */
  readonly unchanged: number;
  /** Records left out. */
  readonly problems: readonly SourceProblem[];
}

/** Records that cannot be imported; nothing was written. */
export class ImportRefused extends Error {
  readonly problems: readonly SourceProblem[];
  constructor(problems: readonly SourceProblem[]) {
    super(`${problems.length} of the records cannot be imported; nothing was written`);
    this.name = 'ImportRefused';
    this.problems = problems;
  }
}

interface Plan {
  writes: {
    definition: CategoryDefinition;
    name: string;
    before: ModelViews | null;
    after: ModelViews | null;
  }[];
  groupWrites: readonly GroupEntryImport[];
  unchanged: number;
  problems: SourceProblem[];
}

/** Who an import is in the audit trail. */
const importUserId = 'import';

/**
 * Makes the live models what the files say, in one transaction: both views, and one audit event for each
 * model that changes. A model that is as its file says already (but for the server's own metadata) is not
 * written, so importing again does nothing.
 *
 * @throws ImportRefused when a file cannot be read, or a record cannot be imported and `skipInvalid` is not
 * set
 */
export async function importReferences(
  store: Store,
  source: ReferenceFiles,
  options: ImportOptions,
): Promise<ImportReport> {
  const plan = options.dryRun
    ? await store.read((reader) => planImport(reader, source, options))
    : await store.write(async (writer) => {
        const made = await planImport(writer, source, options);
        await write(writer, made, options);
        for (const { fileName, text } of source.texts) {
          await writer.repositoryFiles.put(fileName, text, options.now);
        }
        return made;
      });
  return {
    written: plan.writes.map(importedModel),
    writtenGroupEntries: plan.groupWrites.map(({ kind, name, before }) => ({
      kind,
      name,
      operation: before ? 'update' : 'create',
    })),
    unchanged: plan.unchanged,
    problems: plan.problems,
  };
}

async function planImport(
  reader: StoreReader,
  source: ReferenceFiles,
  options: ImportOptions,
): Promise<Plan> {
  const groups = await planGroups(reader, source.groupEntries);
  const plan: Plan = {
    writes: [],
    groupWrites: groups.writes,
    unchanged: groups.unchanged,
    problems: [...source.problems, ...groups.problems],
  };
  let done = 0;
  for (const [definition, models] of Map.groupBy(source.models, (model) => model.definition)) {
    const rows = await reader.models.list(definition.name);
    const live = new Map(rows.map((row) => [row.name, row]));
    const fileOf = new Map<string, string>();
    for (const model of models) {
      const earlier = fileOf.get(model.name);
      fileOf.set(model.name, model.file);
      const row = live.get(model.name);
      const before = row ? viewsOf(row) : null;
      const after = earlier
        ? { reason: `is in ${earlier} as well: leave one` }
        : viewsOfSource(model, before, options.now);
      if ('reason' in after) plan.problems.push({ file: model.file, name: model.name, reason: after.reason });
      else if (before && sameViews(before, after) && sameCreation(before, after)) plan.unchanged += 1;
      else plan.writes.push({ definition, name: model.name, before, after });
      done += 1;
      options.onProgress?.(done / (2 * source.models.length));
    }
    if (!options.prune) continue;
    // A model whose record is invalid is in its file all the same, so it stays.
    const named = new Set([...models, ...source.problems].map(({ name }) => name));
    for (const row of rows) {
      if (!named.has(row.name))
        plan.writes.push({ definition, name: row.name, before: viewsOf(row), after: null });
    }
  }
  const unreadable = plan.problems.some(({ name }) => name === null);
  if (unreadable || (plan.problems.length > 0 && !options.skipInvalid))
    throw new ImportRefused(plan.problems);
  return plan;
}

async function write(writer: StoreWriter, plan: Plan, options: ImportOptions): Promise<void> {
  const { append = appendEvents, canonicalFormat, now, onProgress, userId = importUserId } = options;
  const events: Parameters<AppendEvents>[1][number][] = [];
  // All events at once: the end of the chain is looked up once, not once for each model.
  const collect: AppendEvents = async (_writer, more) => {
    events.push(...more);
    return [];
  };
  for (const [done, { definition, name, before, after }] of plan.writes.entries()) {
    const domain = formatOf(definition, canonicalFormat);
    const of = { category: definition.name, name, before, after };
    await writeLiveRecord(writer, { ...of, domain, userId, requestId: null, change: null, now }, collect);
    onProgress?.(0.5 + done / (2 * plan.writes.length));
  }
  const domain = canonicalFormat;
  events.push(...(await writeGroups(writer, plan.groupWrites, { domain, now, userId })));
  await append(writer, events);
  onProgress?.(1);
}

function importedModel({ definition, name, before, after }: Plan['writes'][number]): ImportedModel {
  const operation = !after ? 'delete' : before ? 'update' : 'create';
  const fields = before && after ? changedFields(before, after) : [];
  return { category: definition.name, name, operation, fields };
}

function changedFields(before: ModelViews, after: ModelViews): string[] {
  const v2 = recordDelta(withoutServerMetadata(before.v2), withoutServerMetadata(after.v2));
  const legacy = recordDelta(before.legacy ?? {}, after.legacy ?? {});
  return [...new Set([...Object.keys(v2), ...Object.keys(legacy)])];
}
