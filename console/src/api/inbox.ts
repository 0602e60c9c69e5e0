import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasStatus, type InboxFilter, type InboxNews } from '#client';
import { registry } from './client.ts';
import { createQueueReload, setListening } from './queue-news.ts';
import { keepPreviousOf, session } from './session.ts';

export type { InboxEntry, InboxKind } from '#client';

/**
 * Milliseconds before the page reconnects to the inbox's stream: `first` after the first failure, doubled
 * after each further one, at most `longest`.
 */
const reconnectMs = { first: 2_000, longest: 60_000 };
const pageSize = 50;

/**
 * Returns the number of unread inbox entries; null until it is loaded, and on a deployment without inboxes.
 *
 * Listens to the service's stream of inbox news while the page is visible. A hidden page closes the stream,
 * because browsers limit the connections to one host. Reloads the shown changes and batches when the queue
 * changes.
 */
export function useUnread(): number | null {
  const { id, key } = session.use();
  const client = useQueryClient();
  useEffect(() => {
    if (key === null) return;
    const unmountController = new AbortController();
    const reload = createQueueReload(client);
    let latest: number | undefined;
    void keepListening(unmountController.signal, ({ unread, eventId }) => {
      if (eventId !== undefined) {
        if (latest !== undefined && latest !== eventId) void reload();
        latest = eventId;
      }
      if (unread === undefined) return;
      const previousUnread = client.getQueryData(['inbox', id, 'unread']);
      client.setQueryData(['inbox', id, 'unread'], unread);
      if (previousUnread !== undefined && previousUnread !== unread) {
        void client.invalidateQueries({ queryKey: ['inbox', id, 'entries'] });
      }
    });
    return () => unmountController.abort();
  }, [id, key, client]);
  const { data } = useQuery<number | null>({
    queryKey: ['inbox', id, 'unread'],
    queryFn: () => null,
    enabled: false,
  });
  return data ?? null;
}

async function keepListening(stopSignal: AbortSignal, onNews: (news: InboxNews) => void): Promise<void> {
  let waitMs = reconnectMs.first;
  while (!stopSignal.aborted) {
    if (document.visibilityState === 'hidden') {
      await waitForEvent(document, 'visibilitychange', stopSignal);
      continue;
    }
    const hideController = new AbortController();
    const abortIfHidden = () => document.visibilityState === 'hidden' && hideController.abort();
    document.addEventListener('visibilitychange', abortIfHidden);
    try {
      for await (const news of registry.inbox.news(AbortSignal.any([stopSignal, hideController.signal]))) {
        waitMs = reconnectMs.first;
        setListening(true);
        onNews(news);
      }
    } catch (error) {
      if (stopSignal.aborted || hideController.signal.aborted) continue;
      // The deployment has no inboxes, or the key has none.
      if (hasStatus(error, 401, 404, 422) || (hasStatus(error, 503) && error.members.code)) return;
      await sleep(waitMs, stopSignal);
      waitMs = Math.min(waitMs * 2, reconnectMs.longest);
    } finally {
      setListening(false);
      document.removeEventListener('visibilitychange', abortIfHidden);
    }
  }
}

function waitForEvent(target: EventTarget, event: string, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      target.removeEventListener(event, finish);
      stopSignal.removeEventListener('abort', finish);
      resolve();
    };
    target.addEventListener(event, finish);
    stopSignal.addEventListener('abort', finish);
  });
}

function sleep(ms: number, stopSignal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopSignal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export function useInbox(filter: InboxFilter) {
  const { id } = session.use();
  return useInfiniteQuery({
    queryKey: ['inbox', id, 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      registry.inbox.page({ ...filter, cursor: pageParam, limit: pageSize }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousOf(id),
  });
}

/**
 * Marks entries of the caller's inbox as read: those with the given `ids`, or all entries about audit events
 * up to the event with the id `upTo`.
 */
export function useMarkRead() {
  const client = useQueryClient();
  const { id } = session.use();
  return useMutation({
    mutationFn: (which: { readonly ids: readonly string[] } | { readonly upTo: number }) =>
      registry.inbox.markRead(which),
    onSuccess: ({ unread }) => client.setQueryData(['inbox', id, 'unread'], unread.total),
    onSettled: () => client.invalidateQueries({ queryKey: ['inbox', id, 'entries'] }),
  });
}
