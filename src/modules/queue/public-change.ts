import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Tx } from '../../store/tx.ts';
import type { ListedChange, PendingChange, StoredChange } from './pending-change.ts';
import { changeStore } from './store.ts';

/**
 * What the API shows of a stored change: all but what only diffs, net changes and replay need. Nulls are
 * kept.
 */
export function publicChange(stored: ListedChange): PendingChange {
  const {
    domain: _domain,
    payload_format: _format,
    base_hash: _base,
    before_state: _before,
    after_state: _after,
    applied_event_id: _event,
    version: _version,
    changes_requested_by: _asker,
    approvals: _approvals,
    decided_risk: _risk,
    ...shown
  }: ListedChange & Partial<StoredChange> = stored;
  return shown;
}

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
