import type { ModelRecord } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { findNewBaseline } from '../../records/categories/unknown-baseline.ts';
import type { Tx } from '../../store/tx.ts';
import { listUpsertedBaselines, readBaselines } from '../catalogues/index.ts';
import { changeStore } from './store.ts';

/**
 * Returns the name of a write's new baseline if this baseline is not published. Returns null if it is
 * published, or if the write does not change the model's baseline.
 */
export async function findMissingBaseline(
  reader: Tx,
  before: ModelRecord | null,
  after: ModelRecord | null,
  categories: Categories,
): Promise<string | null> {
  const name = findNewBaseline(after, before);
  if (name === null) return null;
  const baselines = await readBaselines(reader, categories);
  return baselines.has(String(after?.record_type), name) ? null : name;
}

/**
 * Returns the baselines that would be published by pending and approved change sets. Maps the name of each
 * baseline to the id of the first such change.
 */
export async function readBaselineProposals(reader: Tx): Promise<ReadonlyMap<string, number>> {
  const openChanges = await changeStore(reader).openChangeSets('image_baseline');
  const entries = openChanges.flatMap(({ payload, change_id }) =>
    listUpsertedBaselines(payload).map((name) => [name, change_id] as const),
  );
  return new Map(entries.reverse());
}

/**
 * Checks that the new baseline of a change is published. Returns the reason why the change cannot be applied;
 * null when the baseline is published, or when the change sets no new baseline.
 */
export async function findBaselineProblem(
  reader: Tx,
  before: ModelRecord | null,
  after: ModelRecord | null,
  categories: Categories,
): Promise<string | null> {
  const name = await findMissingBaseline(reader, before, after, categories);
  if (name === null) return null;
  const change = (await readBaselineProposals(reader)).get(name);
  return `its baseline '${name}' is not live; ${
    change === undefined
      ? 'no open change proposes it'
      : `change ${change} proposes it: apply that before, or in the same call`
  }.`;
}
