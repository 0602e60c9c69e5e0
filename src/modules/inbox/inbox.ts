import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { othersOf, viewerStore } from '../presence/index.ts';
import { type ChangeReview, type ChangeStatus, changeStore } from '../queue/index.ts';
import type { InboxKind } from './notice.ts';
import { inboxStore } from './store.ts';
import type { EntryId, InboxEntry } from './tables.ts';

interface InboxQuery {
  readonly kinds?: readonly InboxKind[] | undefined;
  readonly unread?: boolean | undefined;
  /** Only entries that come after this one in the list, which is newest first. */
  readonly before?: EntryId | undefined;
  readonly limit: number;
}

export type Inbox = ReturnType<typeof createInbox>;

/**
 * Reads and marks inboxes, which tell accounts what happens in the queue. Entries that an account has as an
 * approver are shown only while it is an approver.
 */
export function createInbox({
  store,
  clock,
  changeReview,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly changeReview: Pick<ChangeReview, 'risksOf'>;
}) {
  return {
    /**
     * Lists the caller's entries, newest first, each with the present status of its change (null when it was
     * removed from the queue) and its risk (null once it is decided). `next` is the last listed entry if there are
     * more; otherwise null.
     */
    page: async ({ limit, before, kinds, unread: unreadOnly, ...rest }: InboxQuery, caller: Caller) => {
      rest satisfies NothingLeft;
      const filter = { user_id: caller.userId, because: shownTo(caller), kinds, unread: unreadOnly };
      const { found, states, unread } = await store.read(async (tx) => {
        const inbox = inboxStore(tx);
        const found = await inbox.list(filter, limit + 1, before);
        const heads = await changeStore(tx).heads([...new Set(found.map(({ change_id }) => change_id))]);
        return {
          found,
          states: new Map(heads.map(({ change_id, status }) => [change_id, status])),
          unread: await unreadOf(tx, caller),
        };
      });
      const entries = found.slice(0, limit);
      const open = [...states].flatMap(([id, status]) => (isDecided(status) ? [] : id));
      const risks = await changeReview.risksOf(open.sort((a, b) => a - b));
      return {
        items: entries.map(({ user_id: _, ...entry }) => ({
          ...entry,
          status: states.get(entry.change_id) ?? null,
          risk: risks.get(entry.change_id) ?? null,
        })),
        next: found.length > limit ? (entries.at(-1) ?? null) : null,
        unread,
      };
    },

    /**
     * Marks the caller's entries as read, skipping ids that are not theirs. Gives how many entries it marked, and
     * how many are unread now.
     */
    markRead: (which: { readonly ids: readonly EntryId[] } | { readonly upTo: number }, caller: Caller) =>
      store.write(async (tx) => {
        const marked = await inboxStore(tx).markRead(caller.userId, which, clock.now());
        return { marked, unread: await unreadOf(tx, caller) };
      }, caller.deadline),
  };
}

function isDecided(status: ChangeStatus): boolean {
  return status === 'applied' || status === 'rejected';
}

/**
 * Gives the only reason for which a caller is shown entries; undefined for approvers, who are shown all. Others are
 * not shown the entries that they got as reviewers.
 */
function shownTo({ isApprover }: Caller): InboxEntry['because'] | undefined {
  return isApprover ? undefined : 'requested';
}

/** Counts the entries that the caller has not read, in total and by kind; kinds without any are absent. */
async function unreadOf(tx: Tx, caller: Caller) {
  const shown = shownTo(caller);
  const by_kind: Partial<Record<InboxKind, number>> = {};
  let total = 0;
  for (const { kind, because, entries } of await inboxStore(tx).unread([caller.userId])) {
    if (shown !== undefined && because !== shown) continue;
    by_kind[kind] = (by_kind[kind] ?? 0) + entries;
    total += entries;
  }
  return { total, by_kind };
}

/** An account that watches its inbox, with the callbacks that tell it of changes. No callback may wait or throw. */
interface InboxWatcher {
  readonly caller: Pick<Caller, 'userId' | 'isApprover'>;
  /** Receives the number of unread entries at first, and whenever it has changed. */
  take(unread: number): void;
  /**
   * Receives the id of the latest audit event at first, and whenever there is a newer one: the queue may have
   * changed.
   */
  changed(eventId: number): void;
  /** Tells an approver which changes other approvers have open: at first, and with every difference. */
  viewed(others: ReturnType<typeof othersOf>): void;
}

export type InboxWatch = ReturnType<typeof createInboxWatch>;

/**
 * Tells watching accounts how many entries they have not read, that something was written, and which changes others
 * have open. Each time there may have been a commit, it reads the database once for all watchers of this process.
 */
export function createInboxWatch({
  store,
  clock,
  onError,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}) {
  /** The watchers, each with the values that it was told last. */
  const watchers = new Map<InboxWatcher, { unread?: number; eventId?: number; others?: string }>();
  let stopped = false;
  let last: Promise<void> = Promise.resolve();

  const looks = new SharedRuns(async () => {
    const accounts = new Set([...watchers.keys()].map(({ caller }) => caller.userId));
    if (accounts.size === 0) return;
    const { found, eventId, viewers } = await store.read(async (tx) => ({
      found: await inboxStore(tx).unread([...accounts]),
      eventId: (await auditStore(tx).head()).event_id,
      viewers: await viewerStore(tx).list(clock.now()),
    }));
    const byAccount = Map.groupBy(found, ({ user_id }) => user_id);
    for (const [watcher, told] of watchers) {
      const { userId, isApprover } = watcher.caller;
      if (!accounts.has(userId)) continue;
      const shown = (byAccount.get(userId) ?? []).filter(
        ({ because }) => isApprover || because === 'requested',
      );
      const unread = shown.reduce((sum, { entries }) => sum + entries, 0);
      const others = isApprover ? othersOf(viewers, userId) : [];
      watchers.set(watcher, { unread, eventId, others: JSON.stringify(others) });
      if (unread !== told.unread) watcher.take(unread);
      if (eventId !== told.eventId) watcher.changed(eventId);
      if (isApprover && JSON.stringify(others) !== told.others) watcher.viewed(others);
    }
  });

  const wake = (): void => {
    if (stopped || watchers.size === 0) return;
    last = looks.run().catch(onError);
  };

  return {
    /** Looks for new entries. Call it after every commit; it does nothing while nobody watches. */
    wake,
    /** Begins to tell a watcher; gives a function that ends this. */
    watch: (watcher: InboxWatcher): (() => void) => {
      watchers.set(watcher, {});
      wake();
      return () => watchers.delete(watcher);
    },
    /** Removes all watchers; resolves when no read is under way. */
    stop: async () => {
      stopped = true;
      watchers.clear();
      await last;
    },
  };
}
