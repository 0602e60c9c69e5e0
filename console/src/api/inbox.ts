import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasStatus, type InboxFilter, type InboxNews } from '#client';
import { registry } from './client.ts';
import { queueRenewal, setListening } from './queue-news.ts';
import { previousOf, session } from './session.ts';

export type { InboxEntry, InboxKind } from '#client';

/**
 * Milliseconds before the page reconnects to the inbox's stream: `first` after the first failure, doubled
 * after each further one, at most `longest`.
 */
const pause = { first: 2_000, longest: 60_000 };
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
    const gone = new AbortController();
    const renew = queueRenewal(client);
    let latest: number | undefined;
    void keepListening(gone.signal, ({ unread, eventId }) => {
      if (eventId !== undefined) {
        if (latest !== undefined && latest !== eventId) void renew();
        latest = eventId;
      }
      if (unread === undefined) return;
      const before = client.getQueryData(['inbox', id, 'unread']);
      client.setQueryData(['inbox', id, 'unread'], unread);
      if (before !== undefined && before !== unread) {
        void client.invalidateQueries({ queryKey: ['inbox', id, 'entries'] });
      }
    });
    return () => gone.abort();
  }, [id, key, client]);
  const { data } = useQuery<number | null>({
    queryKey: ['inbox', id, 'unread'],
    queryFn: () => null,
    enabled: false,
  });
  return data ?? null;
}

async function keepListening(gone: AbortSignal, take: (news: InboxNews) => void): Promise<void> {
  let wait = pause.first;
  while (!gone.aborted) {
    if (document.visibilityState === 'hidden') {
      await untilEvent(document, 'visibilitychange', gone);
      continue;
    }
    const hidden = new AbortController();
    const leave = () => document.visibilityState === 'hidden' && hidden.abort();
    document.addEventListener('visibilitychange', leave);
    try {
      for await (const news of registry.inbox.news(AbortSignal.any([gone, hidden.signal]))) {
        wait = pause.first;
        setListening(true);
        take(news);
      }
    } catch (error) {
      if (gone.aborted || hidden.signal.aborted) continue;
      // The deployment has no inboxes, or the key has none.
      if (hasStatus(error, 401, 404, 422) || (hasStatus(error, 503) && error.members.code)) return;
      await within(wait, gone);
      wait = Math.min(wait * 2, pause.longest);
    } finally {
      setListening(false);
      document.removeEventListener('visibilitychange', leave);
    }
  }
}

function untilEvent(target: EventTarget, event: string, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      target.removeEventListener(event, end);
      gone.removeEventListener('abort', end);
      resolve();
    };
    target.addEventListener(event, end);
    gone.addEventListener('abort', end);
  });
}

function within(ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    gone.addEventListener('abort', () => {
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
    placeholderData: previousOf(id),
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
