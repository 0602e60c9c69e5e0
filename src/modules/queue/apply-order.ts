import type { ChangeSetKinds } from '../catalogues/index.ts';
import type { StoredChange } from './pending-change.ts';
import { renamedTo } from './rename.ts';

/**
 * Returns the order in which a call applies changes: change sets that models may depend on, then models (see
 * `renamesLast`), then change sets that depend on models.
 *
 * @param changes the existing changes, by id
 */
export function inApplyOrder(
  ids: readonly number[],
  changes: ReadonlyMap<number, StoredChange>,
  kinds: ChangeSetKinds,
): readonly number[] {
  const placeOf = (id: number): 'first' | 'models' | 'last' => {
    const change = changes.get(id);
    if (!change || change.resource_kind === 'model_reference') return 'models';
    return kinds.get(change.resource_kind)?.isAfterModels(change.payload) ? 'last' : 'first';
  };
  const places = Map.groupBy(ids, placeOf);
  const models = renamesLast(places.get('models') ?? [], changes);
  return [...(places.get('first') ?? []), ...models, ...(places.get('last') ?? [])];
}

/**
 * Returns the order in which a call applies changes of models: the order of the request, except that a rename
 * comes after the last approved update of its model, because the update would be refused after the rename.
 *
 * @param changes the existing changes, by id
 */
function renamesLast(ids: readonly number[], changes: ReadonlyMap<number, StoredChange>): readonly number[] {
  const waiting = new Map<string, number[]>();
  const lastUpdates = new Map<string, number>();
  for (const id of ids) {
    const change = changes.get(id);
    if (change?.operation !== 'update' || change.status !== 'approved') continue;
    const model = `${change.category}\0${change.model_name}`;
    if (renamedTo(change) === null) lastUpdates.set(model, id);
    else waiting.set(model, [...(waiting.get(model) ?? []), id]);
  }
  const behind = new Map<number, number[]>();
  const moved = new Set<number>();
  for (const [model, renames] of waiting) {
    const update = lastUpdates.get(model);
    if (update === undefined) continue;
    const earlier = renames.filter((id) => ids.indexOf(id) < ids.indexOf(update));
    behind.set(update, earlier);
    for (const id of earlier) moved.add(id);
  }
  return ids.filter((id) => !moved.has(id)).flatMap((id) => [id, ...(behind.get(id) ?? [])]);
}
