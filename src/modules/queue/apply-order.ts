import type { ChangeSetKinds } from '../catalogues/index.ts';
import type { StoredChange } from './pending-change.ts';
import { readNewName } from './rename.ts';

/**
 * Returns the order in which a call applies changes: first the change sets that models may depend on, then
 * the changes of models (see `moveRenamesLast`), then the change sets that depend on models.
 *
 * @param changes the existing changes, by id
 */
export function sortForApply(
  ids: readonly number[],
  changes: ReadonlyMap<number, StoredChange>,
  kinds: ChangeSetKinds,
): readonly number[] {
  const chooseGroup = (id: number): 'first' | 'models' | 'last' => {
    const change = changes.get(id);
    if (!change || change.resource_kind === 'model_reference') return 'models';
    return kinds.get(change.resource_kind)?.isAfterModels(change.payload) ? 'last' : 'first';
  };
  const groups = Map.groupBy(ids, chooseGroup);
  const models = moveRenamesLast(groups.get('models') ?? [], changes);
  return [...(groups.get('first') ?? []), ...models, ...(groups.get('last') ?? [])];
}

/**
 * Returns the order in which a call applies changes of models. This is the order of the request, except that
 * a rename comes after the last approved update of its model. After the rename, the update would be refused.
 *
 * @param changes the existing changes, by id
 */
function moveRenamesLast(
  ids: readonly number[],
  changes: ReadonlyMap<number, StoredChange>,
): readonly number[] {
  const renamesByModel = new Map<string, number[]>();
  const lastUpdates = new Map<string, number>();
  for (const id of ids) {
    const change = changes.get(id);
    if (change?.operation !== 'update' || change.status !== 'approved') continue;
    const model = `${change.category}\0${change.model_name}`;
    if (readNewName(change) === null) lastUpdates.set(model, id);
    else renamesByModel.set(model, [...(renamesByModel.get(model) ?? []), id]);
  }
  const renamesByUpdate = new Map<number, number[]>();
  const movedIds = new Set<number>();
  for (const [model, renames] of renamesByModel) {
    const update = lastUpdates.get(model);
    if (update === undefined) continue;
    const earlierRenames = renames.filter((id) => ids.indexOf(id) < ids.indexOf(update));
    renamesByUpdate.set(update, earlierRenames);
    for (const id of earlierRenames) movedIds.add(id);
  }
  return ids.filter((id) => !movedIds.has(id)).flatMap((id) => [id, ...(renamesByUpdate.get(id) ?? [])]);
}
