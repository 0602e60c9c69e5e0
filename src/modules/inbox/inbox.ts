import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import {
  type ChangeStatus,
  changeStatus,
  changeStore,
  type QueueServices,
  riskLevel,
} from '../queue/index.ts';
import type { InboxKind } from './notice.ts';
import { inboxStore } from './store.ts';
import { type EntryId, type InboxEntry, inboxEntry } from './tables.ts';

interface InboxQuery {
  readonly kinds?: readonly InboxKind[] | undefined;
  readonly unread?: boolean | undefined;
  /** Limits the list to entries older than this one. */
  readonly before?: EntryId | undefined;
  readonly limit: number;
}

/** An entry with the current status of its change. */
export const inboxEntryShape = inboxEntry.extend({
  status: changeStatus
    .nullable()
    .meta({ description: 'Current status of the change; null if it was purged.' }),
  risk: riskLevel.nullable().meta({ description: 'Current risk of the change; null once it is decided.' }),
});

/** The unread entries that an account may see. */
export const inboxUnread = z
  .object({
    total: z.int(),
    by_kind: z
      .record(z.string(), z.int())
      .meta({ description: 'Kind → number. Kinds with none are absent.' }),
  })
  .meta({ id: 'InboxUnread', description: 'Number of unread entries of the caller.' });
type InboxUnread = z.infer<typeof inboxUnread>;

/** `next`: the last entry of this page if older entries follow; otherwise null. */
interface InboxPage {
  readonly items: z.infer<typeof inboxEntryShape>[];
  readonly next: EntryId | null;
  readonly unread: InboxUnread;
}

export type Inbox = ReturnType<typeof createInbox>;

/**
 * Creates the service that lists an account's inbox entries and marks them as read. An account that is no
 * longer an approver does not see the entries that it got as a reviewer.
 */
export function createInbox({
  store,
  clock,
  changeReview,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly changeReview: Pick<QueueServices['changeReview'], 'readRisks'>;
}) {
  return {
    /**
     * Lists the caller's entries, newest first.
     */
    page: async (
      { limit, before, kinds, unread: unreadOnly, ...rest }: InboxQuery,
      caller: Caller,
    ): Promise<InboxPage> => {
      rest satisfies NoOtherKeys;
      const filter = { user_id: caller.userId, because: getVisibleReason(caller), kinds, unread: unreadOnly };
      const { fetchedEntries, statusById, unread } = await store.read(async (tx) => {
        const inbox = inboxStore(tx);
        const entries = await inbox.list(filter, limit + 1, before);
        const heads = await changeStore(tx).heads([...new Set(entries.map(({ change_id }) => change_id))]);
        return {
          fetchedEntries: entries,
          statusById: new Map(heads.map(({ change_id, status }) => [change_id, status])),
          unread: await countUnread(tx, caller),
        };
      });
      const entries = fetchedEntries.slice(0, limit);
      const undecidedIds = [...statusById].flatMap(([id, status]) => (isDecided(status) ? [] : id));
      const risks = await changeReview.readRisks(undecidedIds.sort((a, b) => a - b));
      return {
        items: entries.map(({ user_id: _, ...entry }) => ({
          ...entry,
          status: statusById.get(entry.change_id) ?? null,
          risk: risks.get(entry.change_id) ?? null,
        })),
        next: fetchedEntries.length > limit ? (entries.at(-1) ?? null) : null,
        unread,
      };
    },

    /**
     * Marks entries of the caller as read. Ignores entries that the caller may not see. Returns in `marked` the
     * number of entries that this call changed, and in `unread` the numbers of entries that are still unread.
     */
    markRead: (selection: { readonly ids: readonly EntryId[] } | { readonly upTo: number }, caller: Caller) =>
      store.write(async (tx) => {
        const filter = { user_id: caller.userId, because: getVisibleReason(caller) };
        const markedCount = await inboxStore(tx).markRead(filter, selection, clock.now());
        return { marked: markedCount, unread: await countUnread(tx, caller) };
      }, caller.deadline),
  };
}

function isDecided(status: ChangeStatus): boolean {
  return status === 'applied' || status === 'rejected';
}

/**
 * Returns the value of `because` to which the caller's view is limited: `requested` for a caller who is not an
 * approver. Undefined for an approver, who sees all entries of the inbox.
 */
function getVisibleReason({ isApprover }: Caller): InboxEntry['because'] | undefined {
  return isApprover ? undefined : 'requested';
}

async function countUnread(tx: Tx, caller: Caller): Promise<InboxUnread> {
  const reason = getVisibleReason(caller);
  const by_kind: Partial<Record<InboxKind, number>> = {};
  let total = 0;
  for (const { kind, because, entries } of await inboxStore(tx).countUnread([caller.userId])) {
    if (reason !== undefined && because !== reason) continue;
    by_kind[kind] = (by_kind[kind] ?? 0) + entries;
    total += entries;
  }
  return { total, by_kind };
}

/**
 * A watcher of an account's inbox, for example an open page. The callbacks receive new values. They must return
 * at once and must not throw.
 */
interface InboxWatcher {
  readonly caller: Pick<Caller, 'userId' | 'isApprover'>;
  /**
   * Called with the number of unread entries that the account may see, at the beginning and after each change
   * of the number.
   */
  onUnread(unreadCount: number): void;
  /**
   * Called with the id of the latest audit event, at the beginning and after each newer event. The client then
   * reloads the review queue, because the event may have changed it.
   */
  onEvent(eventId: number): void;
}

export type InboxWatch = ReturnType<typeof createInboxWatch>;

/**
 * Creates the watch of inboxes. Each watcher receives the number of unread entries of its account, and the id of
 * the latest audit event. One read of the database serves all watchers of this process.
 */
export function createInboxWatch({
  store,
  onError,
}: {
  readonly store: Pick<Store, 'read'>;
  readonly onError: (error: unknown) => void;
}) {
  /**
   * The watchers, each with the values last passed to its callbacks. A value is absent until the first read
   * after the watch began.
   */
  const watchers = new Map<InboxWatcher, { unread?: number; eventId?: number }>();
  let isStopped = false;
  let lastRead: Promise<void> = Promise.resolve();

  const reads = new SharedRuns(async () => {
    const accounts = new Set([...watchers.keys()].map(({ caller }) => caller.userId));
    if (accounts.size === 0) return;
    const { unreadRows, eventId } = await store.read(async (tx) => ({
      unreadRows: await inboxStore(tx).countUnread([...accounts]),
      eventId: (await auditStore(tx).head()).event_id,
    }));
    const rowsByAccount = Map.groupBy(unreadRows, ({ user_id }) => user_id);
    for (const [watcher, previous] of watchers) {
      const { userId, isApprover } = watcher.caller;
      if (!accounts.has(userId)) continue;
      const visibleRows = (rowsByAccount.get(userId) ?? []).filter(
        ({ because }) => isApprover || because === 'requested',
      );
      const unread = visibleRows.reduce((sum, { entries }) => sum + entries, 0);
      watchers.set(watcher, { unread, eventId });
      if (unread !== previous.unread) watcher.onUnread(unread);
      if (eventId !== previous.eventId) watcher.onEvent(eventId);
    }
  });

  const notifyWatchers = (): void => {
    if (isStopped || watchers.size === 0) return;
    lastRead = reads.run().catch(onError);
  };

  return {
    /**
     * Reads the watched values from the database, and calls the watchers whose values have changed. Call it
     * after every commit. Does nothing while there is no watcher.
     */
    notifyWatchers,
    /** Adds a watcher. Returns a function that removes it. */
    watch: (watcher: InboxWatcher): (() => void) => {
      watchers.set(watcher, {});
      notifyWatchers();
      return () => watchers.delete(watcher);
    },
    /** Removes all watchers and disables `notifyWatchers`. Resolves when the last read of the database has ended. */
    stop: async () => {
      isStopped = true;
      watchers.clear();
      await lastRead;
    },
  };
}
