import type { Caller } from '../../kernel/caller.ts';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { Store } from '../../store/store.ts';
import { inboxStore } from './store.ts';

/** Somebody who wants to know how much they have not read. Neither method may wait or throw. */
export interface InboxWatcher {
  readonly caller: Pick<Caller, 'userId' | 'isApprover'>;
  /** Told at first, and whenever it is another number. */
  take(unread: number): void;
}

export type InboxWatch = ReturnType<typeof createInboxWatch>;

/**
 * Tells accounts how many entries they have not read, as long as they watch: one query for all who watch at this
 * process, each time there may have been a commit.
 */
export function createInboxWatch({
  store,
  onError,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly onError: (error: unknown) => void;
}) {
  /** With the number that each was told last. */
  const watchers = new Map<InboxWatcher, number | null>();
  let stopped = false;
  let last: Promise<void> = Promise.resolve();

  const looks = new SharedRuns(async () => {
    const accounts = new Set([...watchers.keys()].map(({ caller }) => caller.userId));
    if (accounts.size === 0) return;
    const found = await store.read((tx) => inboxStore(tx).unread([...accounts]));
    const byAccount = Map.groupBy(found, ({ user_id }) => user_id);
    for (const [watcher, told] of watchers) {
      const { userId, isApprover } = watcher.caller;
      if (!accounts.has(userId)) continue;
      const shown = (byAccount.get(userId) ?? []).filter(
        ({ because }) => isApprover || because === 'requested',
      );
      const unread = shown.reduce((sum, { entries }) => sum + entries, 0);
      if (unread === told) continue;
      watchers.set(watcher, unread);
      watcher.take(unread);
    }
  });

  const wake = (): void => {
    if (stopped || watchers.size === 0) return;
    last = looks.run().catch(onError);
  };

  return {
    /** To be called whenever there may have been a commit; does nothing while nobody watches. */
    wake,
    /** Gives what ends it. */
    watch: (watcher: InboxWatcher): (() => void) => {
      watchers.set(watcher, null);
      wake();
      return () => watchers.delete(watcher);
    },
    /** Resolves when nothing is being read. */
    stop: async () => {
      stopped = true;
      watchers.clear();
      await last;
    },
  };
}
