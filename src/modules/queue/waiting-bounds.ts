import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Tx } from '../../store/tx.ts';
import { bodyBytes, type ProposedBody } from './body-facts.ts';
import { changeStore } from './store.ts';

/** How much may wait of one account: pending and approved changes, and the bytes of what they propose. */
export type WaitingBounds = Pick<Settings, 'maxWaitingChanges' | 'maxWaitingBytes'>;

/**
 * That what somebody proposes is not too much, with all that waits of theirs. Approvers have no bounds: they empty
 * the queue themselves.
 * @param replaces the waiting proposal that it takes the place of: then only its size may be too much
 * @throws RegistryError `too_many_waiting` (429)
 */
export async function checkWaiting(
  reader: Tx,
  { userId, isApprover }: Caller,
  { maxWaitingChanges, maxWaitingBytes }: WaitingBounds,
  proposed: ProposedBody,
  replaces?: ProposedBody,
): Promise<void> {
  if (isApprover) return;
  const before = await changeStore(reader).waiting(userId);
  if (!replaces && before.changes >= maxWaitingChanges) {
    throw tooMany(
      `${before.changes} of your changes wait already, and an account may have ${maxWaitingChanges} (pending_queue.max_waiting_changes): 0 are left.`,
    );
  }
  const bytes = bodyBytes(proposed) - (replaces ? bodyBytes(replaces) : 0);
  if (before.bytes + bytes > maxWaitingBytes) {
    throw tooMany(
      `It has ${bytes} bytes, your waiting changes have ${before.bytes}, and an account may have ${maxWaitingBytes} (pending_queue.max_waiting_bytes): ${Math.max(0, maxWaitingBytes - before.bytes)} are left.`,
    );
  }
}

function tooMany(why: string): RegistryError {
  return new RegistryError(
    'too_many_waiting',
    `Nothing was queued. ${why} There is room again when changes are applied, rejected or purged.`,
  );
}
