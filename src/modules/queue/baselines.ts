import { baselineCategory, factsOf } from '../../records/baselines/baseline-facts.ts';
import { takenSpelling } from '../../records/baselines/taken-spelling.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { baselinesAreRecords } from '../../records/categories/extra-categories.ts';
import { newBaselineOf } from '../../records/categories/unknown-baseline.ts';
import type { Tx } from '../../store/tx.ts';
import { modelStore } from '../catalog/index.ts';
import { changeStore } from './store.ts';

/**
 * Gives the name of the baseline that a write gives to a model and that is not live; null when the write names
 * no new baseline, or a live one.
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

/** Maps the name of each proposed new baseline to the id of the first open change that proposes it. */
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
 * Returns a sentence that names another live baseline, of the same model category, that already has a name or
 * spelling of a proposed baseline. Null when there is none, and for a record that is no baseline.
 */
export async function aliasTaken(
  reader: Tx,
  definition: Pick<CategoryDefinition, 'name'>,
  record: ModelRecord,
): Promise<string | null> {
  if (definition.name !== baselineCategory) return null;
  const live = await modelStore(reader).list(baselineCategory);
  return takenSpelling(
    factsOf(record),
    live.map(({ name, v2 }) => ({ ...factsOf(JSON.parse(v2)), name })),
  );
}

/**
 * Returns the reason why a baseline prevents the apply of a change; null when none does. The change writes a
 * baseline with a spelling that is taken, or a model whose new baseline is not live.
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
