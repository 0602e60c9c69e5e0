import type { JsonObject } from '../../registry/json.ts';
import { readRecordFile } from '../../registry/repository-files/record-file.ts';
import { canonicalJson } from '../../registry/same-json.ts';
import type { ContentRepository } from '../ports/content-repository.ts';
import type { BridgeRecord } from '../ports/store/bridge.ts';
import type { SeenFile } from './read-sides.ts';
import { inFile, same } from './sides.ts';

/** How far back a first base is looked for, in commits of a file. */
const mostCommits = 1000;

/**
 * Where a repository and the registry differ when they first meet, the repository's history tells who has
 * changed what: a model that is here as the file had it once was only changed there since. Without this, a
 * registry that was filled from an old state would seem to ask for that state.
 */
export async function firstBases(
  content: ContentRepository,
  repository: string,
  head: string,
  files: readonly SeenFile[],
): Promise<BridgeRecord[]> {
  const found: BridgeRecord[] = [];
  for (const { definition, models } of files) {
    const open = new Map(
      models
        .filter(({ known, theirs, ours }) => known === null && ours !== null && !same(theirs, ours))
        .map(({ name, ours }) => [name, ours as JsonObject]),
    );
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
      for (const [name, ours] of open) {
        const record = records.get(name);
        if (!record) continue;
        const past = inFile(definition, name, record);
        if (same(past, ours)) base(name, past);
        else if (!latest.has(name)) latest.set(name, past);
      }
    }
    // Never the same, but there once and gone now: both sides have changed it, and people decide.
    const gone = new Set(models.filter(({ theirs }) => theirs === null).map(({ name }) => name));
    for (const [name, past] of latest) if (open.has(name) && gone.has(name)) base(name, past);
  }
  return found;
}
