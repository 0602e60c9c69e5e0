import type { ChangeOperation, PendingChange } from '../api/types.ts';
import { isChangeSet } from './change-sets.ts';

/** The operation of a change in the words of the console. The API calls a rename and a change set an update. */
export type ShownOperation = ChangeOperation | 'rename' | 'change set';

type Change = Pick<PendingChange, 'operation' | 'request_metadata' | 'resource_kind'>;

/** Returns the name to which a change renames its model; null for a change that does not rename it. */
export function newNameOf({ request_metadata }: Pick<PendingChange, 'request_metadata'>): string | null {
  const name = request_metadata?.renames_to;
  return typeof name === 'string' ? name : null;
}

export function shownOperation(change: Change): ShownOperation {
  if (isChangeSet(change)) return 'change set';
  return newNameOf(change) === null ? change.operation : 'rename';
}

/** Returns the name of a change's model; of a rename, the old name and the new one; of a change set, its title. */
export function shownName(
  change: Pick<PendingChange, 'model_name' | 'request_metadata' | 'resource_kind' | 'notes'>,
): string {
  if (isChangeSet(change)) return change.notes ?? change.model_name;
  const name = newNameOf(change);
  return name === null ? change.model_name : `${change.model_name} → ${name}`;
}
