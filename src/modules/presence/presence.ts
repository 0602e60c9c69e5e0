import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import { changeStore } from '../queue/index.ts';
import { type ChangeViewer, viewerStore } from './store.ts';

/**
 * Time, in seconds, for which a change counts as open after an approver's latest report. A report expires
 * because a browser may end without reporting that the change is closed.
 */
export const openForSeconds = 45;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Stores which approver has which change open, so that approvers at all instances can see it. It only informs
 * people: it makes no audit events, and copies of the database do not contain it.
 */
export function createPresence({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'writeBeside'>;
  readonly clock: Clock;
}) {
  return {
    /**
     * Stores for `openForSeconds` that the caller has the change open. Returns the other approvers who have
     * it open too.
     *
     * @throws RegistryError `not_found` when there is no such change
     */
    open: (changeId: number, { userId, username }: Caller) =>
      store.writeBeside(async (tx) => {
        const [change] = await changeStore(tx).heads([changeId]);
        if (!change) throw new RegistryError('not_found', 'Change not found');
        const now = clock.now();
        const row = { change_id: changeId, user_id: userId, username, until: now + openForSeconds };
        await viewerStore(tx).put(row, now);
        return othersOf(await viewerStore(tx).list(now), userId).filter(
          ({ change_id }) => change_id === changeId,
        );
      }),

    /** Deletes the row that `open` stored for the caller and this change; does nothing when there is none. */
    leave: (changeId: number, { userId }: Caller) =>
      store.writeBeside((tx) => viewerStore(tx).remove(changeId, userId)),
  };
}

/** Removes the viewers of the account `userId` from the list, and the field `until` from all others. */
export function othersOf(viewers: readonly ChangeViewer[], userId: string): Omit<ChangeViewer, 'until'>[] {
  return viewers.filter(({ user_id }) => user_id !== userId).map(({ until: _, ...viewer }) => viewer);
}
