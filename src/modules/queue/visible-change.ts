import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Tx } from '../../store/tx.ts';
import type { StoredChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/**
 * A change for somebody who may see it: its requestor, or an approver. To others it is not there.
 * @throws RegistryError `not_found`
 */
export async function changeFor(
  reader: Tx,
  changeId: number,
  caller: Pick<Caller, 'userId' | 'isApprover'>,
): Promise<StoredChange> {
  const change = await changeStore(reader).get(changeId);
  if (!change || !(caller.isApprover || change.requested_by === caller.userId)) {
    throw new RegistryError('not_found', 'Change not found');
  }
  return change;
}
