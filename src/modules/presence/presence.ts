import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import { changeStore } from '../queue/index.ts';
import { viewerStore } from './store.ts';
import type { ChangeViewer } from './tables.ts';

/**
 * Time, in seconds, for which a change counts as open after the latest report. It is limited because a
 * browser may end without reporting that the change is closed.
 */
export const openForSeconds = 45;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Notes which approver has which change open, for all instances to read. The notes are only a hint for
 * people: they leave no events, and copies of the database do not contain them.
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
     * Notes for `openForSeconds` that the caller has the change open. Gives the other approvers who have it
     * open.
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

    /** Deletes the note that the caller has the change open, if there is one. */
    leave: (changeId: number, { userId }: Caller) =>
      store.writeBeside((tx) => viewerStore(tx).remove(changeId, userId)),
  };
}

/** Gives the notes of the other accounts, without their `until`. */
export function othersOf(viewers: readonly ChangeViewer[], userId: string): Omit<ChangeViewer, 'until'>[] {
  return viewers.filter(({ user_id }) => user_id !== userId).map(({ until: _, ...viewer }) => viewer);
}
