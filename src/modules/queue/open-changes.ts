import type { Tx } from '../../store/tx.ts';
import type { ChangeHead, ListedChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/** Of each change, the other changes of its model that wait to be decided or applied, in ascending id. */
export type OtherOpenChanges<Change> = ReadonlyMap<Change, readonly ChangeHead[]>;

export async function otherOpenChanges<Change extends Pick<ListedChange, 'category' | 'model_name'>>(
  reader: Tx,
  changes: readonly Change[],
  idOf: (change: Change) => number | null,
): Promise<OtherOpenChanges<Change>> {
  const others = new Map<Change, readonly ChangeHead[]>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const names = own.map(({ model_name }) => model_name);
    const open = await changeStore(reader).open(category, names);
    const byName = Map.groupBy(open, ({ model_name }) => model_name);
    for (const change of own) {
      const id = idOf(change);
      const rivals = (byName.get(change.model_name) ?? []).filter(({ change_id }) => change_id !== id);
      others.set(change, rivals);
    }
  }
  return others;
}
