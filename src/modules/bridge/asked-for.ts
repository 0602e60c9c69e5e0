import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { diffRecords } from '../../records/diff.ts';
import { contentHash } from '../../records/hash.ts';

/** A model that the repository is asked to change; null: it has none, or is to have none. */
export interface AskedModel {
  readonly category: string;
  readonly name: string;
  readonly theirs: JsonObject | null;
  readonly merged: JsonObject | null;
}

/**
 * What is asked of the repository, as a hash: models, and the values that they get. It has nothing of what the
 * branch says beside them, so the same is asked for wherever the branch has gone meanwhile.
 */
export function askedFor(models: readonly AskedModel[]): string {
  const asked = models.map(({ category, name, theirs, merged }) => {
    const diffs = merged === null ? null : diffRecords(theirs, merged);
    const values = diffs?.map(({ field_path, new_value }) => [field_path, new_value]) ?? null;
    return canonicalJson([category, name, values]);
  });
  return contentHash(asked.sort().join('\n'));
}
