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
  /** Only what is behind this one. */
  readonly before?: EntryId | undefined;
  readonly limit: number;
}

export type Inbox = ReturnType<typeof createInbox>;

/**
 * What each account is told of the queue. What approvers are told as such is there for as long as they are
 * approvers.
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
     * The newest first, with what has become of each change since: its status, null when it was removed from the
     * queue, and its risk, null once it is decided. `next` is the last entry where there are more behind it.
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

    /** Marks the caller's entries as read; what is none of theirs is passed over. Gives how many were unread. */
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

/** Narrows what is shown: who is no approver any more is not shown what others have proposed. */
function shownTo({ isApprover }: Caller): InboxEntry['because'] | undefined {
  return isApprover ? undefined : 'requested';
}

/** How many entries the caller has not read; kinds without any are absent. */
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

/** Somebody who wants to know how much they have not read. No method may wait or throw. */
interface InboxWatcher {
  readonly caller: Pick<Caller, 'userId' | 'isApprover'>;
  /** Told at first, and whenever it is another number. */
  take(unread: number): void;
  /** Told the latest audit event at first, and whenever there is a newer one: the queue may have changed. */
  changed(eventId: number): void;
  /** Tells an approver which changes other approvers have open: at first, and with every difference. */
  viewed(others: ReturnType<typeof othersOf>): void;
}

export type InboxWatch = ReturnType<typeof createInboxWatch>;

/**
 * Tells accounts how many entries they have not read, that something was written, and who looks at what, as long as
 * they watch: one read for all who watch at this process, each time there may have been a commit.
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
  /** With what each was told last. */
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
    /** Gives what ends it. */
    watch: (watcher: InboxWatcher): (() => void) => {
      watchers.set(watcher, {});
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
