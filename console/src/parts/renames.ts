import type { ChangeOperation, PendingChange } from '../api/types.ts';
import { isChangeSet } from './change-sets.ts';

/** The operation of a change as the console names it. In the API, a rename and a change set are updates. */
export type ShownOperation = ChangeOperation | 'rename' | 'change set';

type Change = Pick<PendingChange, 'operation' | 'request_metadata' | 'resource_kind'>;

/** Returns the new model name of a rename; null for any other change. */
export function newNameOf({ request_metadata }: Pick<PendingChange, 'request_metadata'>): string | null {
  const name = request_metadata?.renames_to;
  return typeof name === 'string' ? name : null;
}

export function shownOperation(change: Change): ShownOperation {
  if (isChangeSet(change)) return 'change set';
  return newNameOf(change) === null ? change.operation : 'rename';
}

/**
 * Returns the display name of a change: its model's name; for a rename, the old and the new name; for a
 * change set, its title.
 */
export function shownName(
  change: Pick<PendingChange, 'model_name' | 'request_metadata' | 'resource_kind' | 'notes'>,
): string {
  if (isChangeSet(change)) return change.notes ?? change.model_name;
  const name = newNameOf(change);
  return name === null ? change.model_name : `${change.model_name} → ${name}`;
}
