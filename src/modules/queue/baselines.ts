import {
  type BaselineFacts,
  baselineCategory,
  factsOf,
  neededSpelling,
  takenSpelling,
} from '../../records/baselines/baseline-facts.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { type Categories, findStoredCategory } from '../../records/categories/index.ts';
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
  { baselines }: Pick<Categories, 'baselines'>,
): Promise<string | null> {
  const name = newBaselineOf(after, before);
  if (name === null) return null;
  if (!baselines.areRecords) return baselines.has(definition.name, name) ? null : name;
  const row = await modelStore(reader).get(baselineCategory, name);
  return row !== null && factsOf(JSON.parse(row.v2)).category === definition.name ? null : name;
}

/** Maps the name of each baseline that open changes would create to the id of the first of these changes. */
export async function baselineProposals(
  reader: Tx,
  { baselines }: Pick<Categories, 'baselines'>,
): Promise<ReadonlyMap<string, number>> {
  if (!baselines.areRecords) return new Map();
  const ids = await changeStore(reader).ids({
    categories: [baselineCategory],
    statuses: ['pending', 'approved'],
  });
  const heads = await changeStore(reader).heads(ids);
  const creating = heads.filter(({ operation }) => operation === 'create').reverse();
  return new Map(creating.map(({ model_name, change_id }) => [model_name, change_id]));
}

/**
 * Says in a sentence why a baseline cannot be written like this: another live baseline of the same model
 * category has a name or spelling of it, or live models need a spelling that it would lose. Null when nothing
 * is in the way, and for records that are no baselines.
 */
export async function baselineRefused(
  reader: Tx,
  definition: Pick<CategoryDefinition, 'name'>,
  before: ModelRecord | null,
  after: ModelRecord | null,
): Promise<string | null> {
  if (definition.name !== baselineCategory) return null;
  const taken = after && takenSpelling(factsOf(after), await liveBaselines(reader));
  if (taken || before === null) return taken;
  const live = factsOf(before);
  if (!findStoredCategory(live.category)?.onlyKnownBaselines) return null;
  const models = await modelStore(reader).list(live.category);
  const spelled = models.map(({ name, legacy }) => [name, legacy] as const);
  return neededSpelling(live, after && factsOf(after), spelled);
}

async function liveBaselines(reader: Tx): Promise<BaselineFacts[]> {
  const rows = await modelStore(reader).list(baselineCategory);
  return rows.map(({ name, v2 }) => ({ ...factsOf(JSON.parse(v2)), name }));
}

/**
 * Gives the baselines with which a record is converted in a transaction. `categories` does not know yet those
 * that the transaction itself, or another instance just now, has written.
 */
export async function baselinesNow(reader: Tx, categories: Categories): Promise<KnownBaselines> {
  const { baselines } = categories;
  return baselines.areRecords ? categories.baselinesOf(await liveBaselines(reader)) : baselines;
}

/**
 * Returns the reason why a change cannot be applied because of a baseline; null when there is none. Either
 * `baselineRefused` gives one, or the change sets a model's baseline to one that is not live.
 */
export async function baselineProblem(
  reader: Tx,
  definition: CategoryDefinition,
  before: ModelRecord | null,
  after: ModelRecord | null,
  categories: Categories,
): Promise<string | null> {
  const refused = await baselineRefused(reader, definition, before, after);
  if (refused !== null) return refused;
  const name = await baselineNotLive(reader, definition, before, after, categories);
  if (name === null) return null;
  const change = (await baselineProposals(reader, categories)).get(name);
  return `its baseline '${name}' is not live; ${
    change === undefined
      ? 'no open change proposes it'
      : `change ${change} proposes it: apply that before, or in the same call with its id first`
  }.`;
}
