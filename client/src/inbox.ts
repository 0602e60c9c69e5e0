import type { Connection } from './connection.ts';
import { invalidAnswerError } from './copies.ts';
import { isObject } from './errors.ts';
import { messagesOf } from './event-stream.ts';
import { paginate } from './pages.ts';
import { pathWith } from './paths.ts';
import type { CallOptions } from './typed-paths.ts';
import type { InboxEntry, InboxKind, InboxMarked, InboxPage } from './types.ts';

export interface InboxFilter {
  readonly kinds?: readonly InboxKind[] | undefined;
  /** True: only unread entries. False: only read entries. Absent: both. */
  readonly unread?: boolean | undefined;
}

/**
 * One message of the stream, with exactly one of two fields. `unread` is the number of unread entries.
 * `eventId` is the id of the latest audit event, sent when the queue may have changed.
 */
export interface InboxNews {
  readonly unread?: number;
  readonly eventId?: number;
}

const path = '/model_references/v2/pending_queue/inbox';

interface Sender {
  send<T>(
    method: string,
    path: string,
    options?: CallOptions & { body?: unknown; repeatable?: boolean },
  ): Promise<T>;
}

/** The inbox of the key's account: messages about the queue, and about requests for models. */
export class Inbox {
  readonly #client: Sender;
  readonly #connection: Connection;

  constructor(client: Sender, connection: Connection) {
    this.#client = client;
    this.#connection = connection;
  }

  /** Reads a page of entries, the newest first. A page has at most 100 entries. */
  page(
    query: InboxFilter & { readonly cursor?: string | undefined; readonly limit?: number },
    options?: CallOptions,
  ): Promise<InboxPage> {
    return this.#client.send('GET', pathWith(path, undefined, query), { ...options });
  }

  /** Returns all entries, the newest first. */
  entries(filter: InboxFilter = {}, options?: CallOptions): AsyncGenerator<InboxEntry> {
    return paginate<InboxEntry, string | undefined>(undefined, async (cursor) => {
      const { items, next_cursor } = await this.page({ ...filter, cursor, limit: 100 }, options);
      return { items, next: next_cursor ?? null };
    });
  }

  /** Marks entries as read: by entry ids, or all entries about audit events up to the event id `upTo`. */
  markRead(
    selection: { readonly ids: readonly string[] } | { readonly upTo: number },
    options?: CallOptions,
  ): Promise<InboxMarked> {
    const body = 'ids' in selection ? { ids: selection.ids } : { up_to: selection.upTo };
    return this.#client.send('POST', `${path}/read`, { ...options, body, repeatable: true });
  }

  /**
   * Yields the current number of unread entries, then each new number. Ends when the signal aborts.
   * @param silenceMs as for `news`
   * @throws when the stream ends for another reason
   */
  async *unread(signal: AbortSignal, silenceMs?: number): AsyncGenerator<number> {
    for await (const { unread } of this.news(signal, silenceMs)) if (unread !== undefined) yield unread;
  }

  /**
   * Yields the current state of the inbox and the queue, then each change of it. Ends when the signal aborts.
   *
   * @param silenceMs milliseconds without a byte after which the stream counts as broken; the server sends
   *   something every 15 s
   * @throws when the stream ends for another reason
   */
  async *news(signal: AbortSignal, silenceMs = 60_000): AsyncGenerator<InboxNews> {
    const address = `${path}/stream`;
    const openAbort = new AbortController();
    const openTimer = setTimeout(() => openAbort.abort(new Error('the stream did not start')), silenceMs);
    try {
      const streamSignal = AbortSignal.any([signal, openAbort.signal]);
      const response = await this.#connection.open(address, { accept: 'text/event-stream' }, streamSignal);
      clearTimeout(openTimer);
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        throw invalidAnswerError(address, 'the body is not a stream of events');
      }
      for await (const messages of messagesOf(response.body, silenceMs)) {
        for (const { event, data } of messages) {
          const message: unknown = ['inbox', 'queue'].includes(event) ? JSON.parse(data) : null;
          if (!isObject(message)) continue;
          if (event === 'inbox' && typeof message.unread === 'number') yield { unread: message.unread };
          if (event === 'queue' && typeof message.event_id === 'number') yield { eventId: message.event_id };
        }
      }
      throw new Error('the stream has ended');
    } finally {
      clearTimeout(openTimer);
      openAbort.abort();
    }
  }
}
