import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import type { AuditEvent, TrailProblem } from '../audit/index.ts';
import type { CatalogueKind } from './catalogue.ts';
import { parseEntryEvent } from './catalogue-event.ts';
import { catalogueStore } from './store.ts';

interface ReplayedEntry {
  readonly hash: string;
  readonly event_id: number;
}

interface ReplayedCatalogue {
  revision: number;
  updated_at: number | null;
  event_id: number;
  /** By section, then by name. */
  readonly sections: Map<string, Map<string, ReplayedEntry>>;
}

/** Rebuilds the catalogues from their audit events. Keeps only a hash of each entry. */
export class CatalogueReplay {
  readonly catalogues = new Map<CatalogueKind, ReplayedCatalogue>();

  /**
   * Applies the next event of a catalogue. Returns null, or the problem with the event. The problem completes
   * a sentence that begins with the event, such as `event 5 …`.
   */
  take(event: AuditEvent): string | null {
    const write = parseEntryEvent(event);
    if ('problem' in write) return write.problem;
    const { kind, section, name, before, after, revision, updated_at, event_id } = write;
    const catalogue = this.catalogues.get(kind) ?? { revision, updated_at, event_id, sections: new Map() };
    if (revision < catalogue.revision)
      return `has revision ${revision} of the catalogue ${kind}; expected ${catalogue.revision} or higher`;
    Object.assign(catalogue, { revision, updated_at, event_id });
    const entries = catalogue.sections.get(section) ?? new Map<string, ReplayedEntry>();
    const currentHash = entries.get(name)?.hash ?? null;
    if (currentHash !== (before && hashOf(before)))
      return `does not match the entry '${name}' of the catalogue ${kind} that it replaces`;
    if (after === null) entries.delete(name);
    else entries.set(name, { hash: hashOf(after), event_id });
    catalogue.sections.set(section, entries);
    this.catalogues.set(kind, catalogue);
    return null;
  }
}

/** Lists the differences between the stored catalogues and those rebuilt from the events. */
export async function* listCatalogueDifferences(
  reader: Tx,
  replay: CatalogueReplay,
): AsyncGenerator<TrailProblem> {
  const heads = await catalogueStore(reader).getHeads();
  for (const kind of new Set([...heads.keys(), ...replay.catalogues.keys()]) as Set<CatalogueKind>) {
    const replayedCatalogue = replay.catalogues.get(kind);
    const sections = [...(replayedCatalogue?.sections.keys() ?? [])];
    const storedEntries = await catalogueStore(reader).listEntries(kind);
    const { revision = 0, updated_at = null } = heads.get(kind) ?? {};
    const expectedHead = {
      revision: replayedCatalogue?.revision ?? 0,
      updated_at: replayedCatalogue?.updated_at ?? null,
    };
    if (!sameJson(expectedHead, { revision, updated_at })) {
      const text = `the catalogue ${kind} is at revision ${revision}, but the events give ${expectedHead.revision}`;
      yield { event_id: replayedCatalogue?.event_id ?? null, text };
    }
    const expectedEntries = new Map<string, ReplayedEntry>(
      sections.flatMap((section) =>
        [...(replayedCatalogue?.sections.get(section) ?? [])].map(
          ([name, entry]) => [`${section}\0${name}`, entry] as const,
        ),
      ),
    );
    for (const { section, name, body } of storedEntries) {
      const key = `${section}\0${name}`;
      const entry = expectedEntries.get(key);
      expectedEntries.delete(key);
      const entryText = `'${name}' in ${section} of the catalogue ${kind}`;
      if (!entry) yield { event_id: null, text: `${entryText} is stored, but no event records it` };
      else if (entry.hash !== contentHash(body)) {
        yield {
          event_id: entry.event_id,
          text: `${entryText} differs from what event ${entry.event_id} says`,
        };
      }
    }
    for (const [key, { event_id }] of expectedEntries) {
      const [section, name] = key.split('\0');
      const text = `'${name}' in ${section} of the catalogue ${kind} is missing, but event ${event_id} wrote it`;
      yield { event_id, text };
    }
  }
}

const hashOf = (entry: JsonObject) => contentHash(JSON.stringify(entry));
