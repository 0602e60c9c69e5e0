import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WriteTx } from '../../store/tx.ts';
import { changeStore } from './store.ts';

/** How much may wait of one account: pending and approved changes, and the bytes of what they propose. */
export type WaitingBounds = Pick<Settings, 'maxWaitingChanges' | 'maxWaitingBytes'>;

/**
 * Queues a change, unless it is one too many. Approvers have no bounds: they empty the queue themselves.
 * @throws RegistryError `too_many_waiting` (429)
 */
export async function withinBounds<T>(
  writer: WriteTx,
  { userId, isApprover }: Caller,
  { maxWaitingChanges, maxWaitingBytes }: WaitingBounds,
  queue: () => Promise<T>,
): Promise<T> {
  if (isApprover) return queue();
  const before = await changeStore(writer).waiting(userId);
  if (before.changes >= maxWaitingChanges) {
    throw tooMany(
      `${before.changes} of your changes wait already, and an account may have ${maxWaitingChanges} (pending_queue.max_waiting_changes): 0 are left.`,
    );
  }
  return bounded(writer, userId, { before, maxWaitingBytes }, queue);
}

/** The same for what replaces a change that waits already: only its size may be too much. */
export async function withinBytes<T>(
  writer: WriteTx,
  { userId, isApprover }: Caller,
  { maxWaitingBytes }: WaitingBounds,
  replace: () => Promise<T>,
): Promise<T> {
  if (isApprover) return replace();
  const before = await changeStore(writer).waiting(userId);
  return bounded(writer, userId, { before, maxWaitingBytes }, replace);
}

async function bounded<T>(
  writer: WriteTx,
  userId: string,
  { before, maxWaitingBytes }: { before: { bytes: number }; maxWaitingBytes: number },
  queue: () => Promise<T>,
): Promise<T> {
  const queued = await queue();
  const { bytes } = await changeStore(writer).waiting(userId);
  if (bytes > maxWaitingBytes) {
    throw tooMany(
      `It has ${bytes - before.bytes} bytes, your waiting changes have ${before.bytes}, and an account may have ${maxWaitingBytes} (pending_queue.max_waiting_bytes): ${Math.max(0, maxWaitingBytes - before.bytes)} are left.`,
    );
  }
  return queued;
}

function tooMany(why: string): RegistryError {
  return new RegistryError(
    'too_many_waiting',
    `Nothing was queued. ${why} There is room again when changes are applied, rejected or purged.`,
  );
}
