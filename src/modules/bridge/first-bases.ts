import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import type { ContentRepository } from '../../outside/content-repository.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { auditStore } from '../audit/index.ts';
import { stateAfter } from '../catalog/index.ts';
import { readRecordFile, type WithLegacyForm } from '../transfer/index.ts';
import type { SeenFile } from './read-sides.ts';
import { inFile, same } from './sides.ts';
import type { BridgeRecord } from './tables.ts';

/** How far back a first base is looked for, in commits of a file. */
const mostCommits = 1000;

/** How many earlier states of a model are compared. */
const mostStates = 20;

/**
 * Where a repository and the registry differ when they first meet, the repository's history tells who has
 * changed what: a model that is here as the file had it once was only changed there since, and one that was so
 * was changed here as well. Without this, a registry that was filled from an old state would seem to ask for
 * that state.
 */
export async function firstBases(
  store: Pick<Store, 'read'>,
  content: ContentRepository,
  repository: string,
  head: string,
  files: readonly SeenFile[],
): Promise<BridgeRecord[]> {
  const found: BridgeRecord[] = [];
  for (const { definition, models } of files) {
    const open = new Map<string, readonly JsonObject[]>();
    for (const { known, theirs, ours, name } of models) {
      if (known !== null || ours === null || same(theirs, ours)) continue;
      open.set(name, [ours, ...(await earlierStates(store, definition, name))]);
    }
    const base = (name: string, record: JsonObject) => {
      open.delete(name);
      const rest = { proposed: null, change_id: null, conflict: 0, declined: 0 };
      found.push({ repository, category: definition.name, name, base: canonicalJson(record), ...rest });
    };
    const latest = new Map<string, JsonObject>();
    const { fileName } = definition.legacy;
    const history = open.size === 0 ? [] : (await content.history(head, fileName)).slice(-mostCommits);
    for (const { id } of history.reverse()) {
      if (open.size === 0) break;
      const [text] = await content.versions([id], fileName);
      if (typeof text !== 'string') continue;
      const { records } = readRecordFile(definition, text);
      for (const [name, states] of open) {
        const record = records.get(name);
        if (!record) continue;
        const past = inFile(definition, name, record);
        if (states.some((state) => same(past, state))) base(name, past);
        else if (!latest.has(name)) latest.set(name, past);
      }
    }
    // Never the same, but there once and gone now: both sides have changed it, and people decide.
    const gone = new Set(models.filter(({ theirs }) => theirs === null).map(({ name }) => name));
    for (const [name, past] of latest) if (open.has(name) && gone.has(name)) base(name, past);
  }
  return found;
}

/** What a model was here before, as far as the trail tells. */
async function earlierStates(
  store: Pick<Store, 'read'>,
  definition: WithLegacyForm,
  name: string,
): Promise<JsonObject[]> {
  const filter = { category: definition.name, model_name: name, of_models: true } as const;
  const events = await store.read((tx) => auditStore(tx).events(filter, mostStates, 'descending'));
  return events.flatMap((event) => {
    const record = stateAfter(event, 'legacy');
    return record ? [inFile(definition, name, record as LegacyRecord)] : [];
  });
}
