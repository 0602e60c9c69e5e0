import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import { changeStore } from '../queue/index.ts';
import { viewerStore } from './store.ts';
import type { ChangeViewer } from './tables.ts';

/** How long nobody hears that an approver has gone whose browser could not say so, in seconds. */
export const openForSeconds = 45;

export type Presence = ReturnType<typeof createPresence>;

/**
 * Which approver has which change open, at any instance. A hint for people, that decides nothing: no event, and not
 * in copies of the database.
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
     * Notes that the caller has the change open, for so many seconds. Gives who else has.
     * @throws RegistryError `not_found`
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

    /** Forgets it. Nothing happens when it was not noted. */
    leave: (changeId: number, { userId }: Caller) =>
      store.writeBeside((tx) => viewerStore(tx).remove(changeId, userId)),
  };
}

/** What an account is told of who has changes open: not of itself. */
export function othersOf(viewers: readonly ChangeViewer[], userId: string): Omit<ChangeViewer, 'until'>[] {
  return viewers.filter(({ user_id }) => user_id !== userId).map(({ until: _, ...viewer }) => viewer);
}
