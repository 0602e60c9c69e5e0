import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { changeAfter } from './change-steps.ts';
import type { PendingChange, StoredChange } from './pending-change.ts';
import { publicChange } from './pending-change.ts';
import { type QueueAct, unapproveEvent, withdrawEvent } from './queue-events.ts';
import { type AssessDecided, notAssessed } from './risks.ts';
import { changeFor, changeStore } from './store.ts';

/** Taking back what was said of a change while it is not live yet. Both give the change as it is then. */
export interface TakeBack {
  /**
   * Its requestor does not want a pending change any more: it is rejected, and says so.
   * @throws RegistryError `not_found`; `bad_request` when it is somebody else's, or not pending
   */
  withdraw(changeId: number, caller: Caller): Promise<PendingChange>;
  /**
   * An approved change is pending again, outside of the batch. A batch that becomes empty by that is gone, and
   * its number is not used again.
   * @throws RegistryError `not_found`; `bad_request` when it is not approved
   */
  unapprove(changeId: number, caller: Caller): Promise<PendingChange>;
}

export interface TakeBackOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append?: AppendEvents;
  readonly assess?: AssessDecided;
  /** Told of what was withdrawn, once it is stored. */
  readonly onDecided?: (changes: readonly StoredChange[]) => void;
}

const withdrawnReason = 'Withdrawn by the requestor';

export function createTakeBack({
  store,
  clock,
  settings,
  append = appendEvents,
  assess = notAssessed,
  onDecided,
}: TakeBackOptions): TakeBack {
  const actOf = (actor: Caller): QueueAct => ({ domain: settings.canonicalFormat, now: clock.now(), actor });

  return {
    withdraw: async (changeId, caller) => {
      const risks = await assess([changeId]);
      const withdrawn = await store.write(async (writer) => {
        const change = await changeFor(writer, changeId, caller);
        if (change.requested_by !== caller.userId) {
          throw new RegistryError(
            'bad_request',
            `Change ${changeId} was proposed by ${change.requested_username}: only they can withdraw it. Reject it instead.`,
          );
        }
        requireStatus(change, 'pending');
        const act = actOf(caller);
        const event = withdrawEvent(change, { reason: withdrawnReason, risk: risks.get(changeId) }, act);
        const withdrawn = changeAfter(change, event);
        await changeStore(writer).updateHead(withdrawn);
        await append(writer, [event]);
        return withdrawn;
      }, caller.deadline);
      onDecided?.([withdrawn]);
      return publicChange(withdrawn);
    },

    unapprove: (changeId, caller) =>
      store.write(async (writer) => {
        const change = await changeFor(writer, changeId, caller);
        requireStatus(change, 'approved');
        const event = unapproveEvent(change, actOf(caller));
        const pending = changeAfter(change, event);
        await changeStore(writer).updateHead(pending);
        await append(writer, [event]);
        return publicChange(pending);
      }, caller.deadline),
  };
}

function requireStatus({ change_id, status }: StoredChange, needed: StoredChange['status']): void {
  if (status === needed) return;
  throw new RegistryError('bad_request', `Change ${change_id} is not ${needed} (status=${status}).`);
}
