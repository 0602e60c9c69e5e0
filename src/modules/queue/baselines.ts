import {
  type BaselineFacts,
  baselineCategory,
  factsOf,
  takenSpelling,
} from '../../records/baselines/baseline-facts.ts';
import { knownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { baselinesAreRecords } from '../../records/categories/extra-categories.ts';
import { newBaselineOf } from '../../records/categories/unknown-baseline.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { changeStore } from './store.ts';

/**
 * Checks the baseline that a write newly sets in a model. Returns its name when no live baseline of the
 * model's category has this name. Returns null when there is one, or when the write sets no new baseline.
 */
export async function baselineNotLive(
  reader: Tx,
  definition: Pick<CategoryDefinition, 'name'>,
  before: ModelRecord | null,
  after: ModelRecord | null,
): Promise<string | null> {
  const name = newBaselineOf(after, before);
  if (name === null) return null;
  const row = await modelStore(reader).get(baselineCategory, name);
  return row !== null && factsOf(JSON.parse(row.v2)).category === definition.name ? null : name;
}

/** Maps the name of each baseline that open changes would create to the id of the first of these changes. */
export async function baselineProposals(reader: Tx): Promise<ReadonlyMap<string, number>> {
  if (!baselinesAreRecords()) return new Map();
  const ids = await changeStore(reader).ids({
    categories: [baselineCategory],
    statuses: ['pending', 'approved'],
  });
  const heads = await changeStore(reader).heads(ids);
  const creating = heads.filter(({ operation }) => operation === 'create').reverse();
  return new Map(creating.map(({ model_name, change_id }) => [model_name, change_id]));
}

/**
 * Looks for another live baseline, of the same model category, that already has a name or spelling of
 * `record`. Returns a sentence that names it; null when there is none, or when `record` is no baseline.
 */
export async function aliasTaken(
  reader: Tx,
  definition: Pick<CategoryDefinition, 'name'>,
  record: ModelRecord,
): Promise<string | null> {
  if (definition.name !== baselineCategory) return null;
  return takenSpelling(factsOf(record), await liveBaselines(reader));
}

async function liveBaselines(reader: Tx): Promise<BaselineFacts[]> {
  const rows = await modelStore(reader).list(baselineCategory);
  return rows.map(({ name, v2 }) => ({ ...factsOf(JSON.parse(v2)), name }));
}

/**
 * Gives the baselines with which a record is converted in a transaction. The process does not know yet those
 * that the transaction itself, or another instance just now, has written.
 */
export async function baselinesNow(reader: Tx): Promise<readonly BaselineFacts[]> {
  return baselinesAreRecords() ? liveBaselines(reader) : knownBaselines().list;
}

/**
 * Returns the reason why a change cannot be applied because of a baseline; null when there is none. Either
 * the change writes a baseline with a spelling that another baseline has, or it sets a model's baseline to
 * one that is not live.
 */
export async function baselineProblem(
  reader: Tx,
  definition: CategoryDefinition,
  before: ModelRecord | null,
  after: ModelRecord | null,
): Promise<string | null> {
  const taken = after && (await aliasTaken(reader, definition, after));
  if (taken) return taken;
  const name = await baselineNotLive(reader, definition, before, after);
  if (name === null) return null;
  const change = (await baselineProposals(reader)).get(name);
  return `its baseline '${name}' is not live; ${
    change === undefined
      ? 'no open change proposes it'
      : `change ${change} proposes it: apply that before, or in the same call with its id first`
  }.`;
}
