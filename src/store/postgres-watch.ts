import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { BackOff } from '../kernel/concurrency/back-off.ts';
import type { Unwatch, Written } from './store.ts';
import type { Tables } from './tables.ts';
import type { WriteNotes } from './tx.ts';

export type WatchListener = (written: Written | null) => void;

/**
 * PostgreSQL channel on which an instance tells all instances of its writes. Channels belong to one database:
 * instances on another database of the same server receive nothing.
 */
const channel = 'modelref';
/**
 * Channel on which an instance sends itself notifications, to check that they arrive. All instances receive
 * them, but only the sender waits for the token that such a notification holds.
 */
const selfChannel = 'modelref_self';

export interface Watch {
  /**
   * Calls `send` with a new token. Resolves to true when this watch receives the notification with that
   * token, or is ended; to false when neither has happened within `withinMs` milliseconds.
   *
   * @throws the error of `send`
   */
  hears(send: (token: string) => Promise<void>, withinMs: number): Promise<boolean>;
  readonly end: Unwatch;
}

/**
 * Sends all instances a notification of what the transaction has written; none if `notes` is empty.
 * PostgreSQL delivers it when, and only if, the transaction commits.
 */
export async function notify(transaction: Kysely<Tables>, notes: WriteNotes): Promise<void> {
  if (notes.categories.size === 0 && !notes.groups) return;
  const payload = JSON.stringify({ categories: [...notes.categories], groups: notes.groups });
  await sql`select pg_notify(${channel}, ${payload})`.execute(transaction);
}

/** Sends a token on `selfChannel`, for a watch that waits for it in `hears`. */
export async function notifySelf(db: Kysely<Tables>, token: string): Promise<void> {
  await sql`select pg_notify(${selfChannel}, ${token})`.execute(db);
}

/**
 * Interval at which the connection is checked with a query, in milliseconds. Without this check, a server
 * that vanished would look the same as one without writes.
 */
const pingEveryMs = 15_000;
const pingTimeoutMs = 10_000;
/**
 * Longest wait before a lost connection is opened again, in milliseconds: `first` after the first failure,
 * doubled with each further one up to `longest`.
 */
const reconnects = { first: 100, longest: 5_000 };

/**
 * Opens a connection, and gives it with a `check`. The check throws when the server does not answer, or no
 * longer meets the conditions of the URL.
 */
type Open = (
  config: pg.ClientConfig,
  signal: AbortSignal,
) => Promise<{ readonly client: pg.Client; check(): Promise<void> }>;

/**
 * Calls the listener with each notification about writes. Listens on a connection of its own, and opens
 * another when that is lost. After each new connection it calls the listener with null, because commits may
 * have gone unnoticed in between.
 *
 * @returns the watch, once it listens, or once the first attempt has failed and the next is scheduled
 */
export async function watchPostgres(open: Open, listener: WatchListener): Promise<Watch> {
  let current: { client: pg.Client; check: () => Promise<void>; lost: () => void } | undefined;
  const backOff = new BackOff(reconnects, Math.random);
  let retry: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  const ended = () => ending.signal.aborted;
  const expected = new Map<string, () => void>();

  const connectLater = (): void => {
    if (ended()) return;
    retry = setTimeout(() => void connect(), backOff.failed());
    retry.unref();
  };

  const connect = async (): Promise<void> => {
    const opened = await open({ query_timeout: pingTimeoutMs }, ending.signal).catch(() => null);
    if (opened === null) return connectLater();
    const { client, check } = opened;
    const lost = (): void => {
      if (current?.client !== client) return;
      current = undefined;
      void client.end().catch(() => {});
      connectLater();
    };
    current = { client, check, lost };
    if (ended()) return lost();
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel: on, payload }) => {
      if (ended()) return;
      if (on === selfChannel) expected.get(payload ?? '')?.();
      else listener(writtenOf(payload));
    });
    try {
      await client.query(`LISTEN ${channel}`);
      await client.query(`LISTEN ${selfChannel}`);
    } catch {
      lost();
      return;
    }
    if (ended()) return;
    backOff.succeeded();
    listener(null);
  };

  const ping = setInterval(() => {
    const asked = current;
    asked?.check().catch(asked.lost);
  }, pingEveryMs);
  ping.unref();

  await connect();
  return {
    hears: async (send, withinMs) => {
      const token = crypto.randomUUID();
      const { promise, resolve } = Promise.withResolvers<boolean>();
      expected.set(token, () => resolve(true));
      const late = setTimeout(resolve, withinMs, false);
      try {
        await send(token);
        return await promise;
      } finally {
        clearTimeout(late);
        expected.delete(token);
      }
    },
    end: async () => {
      ending.abort();
      clearInterval(ping);
      clearTimeout(retry);
      // Releases those who still wait to hear: no further notification comes.
      for (const heard of expected.values()) heard();
      await current?.client.end().catch(() => {});
    },
  };
}

/**
 * Parses a notification. Gives null if this version does not understand it, as when another program or a
 * newer version sent it.
 */
function writtenOf(payload: string | undefined): Written | null {
  try {
    const { categories, groups } = JSON.parse(payload ?? '') as Record<string, unknown>;
    if (!Array.isArray(categories) || typeof groups !== 'boolean') return null;
    return { categories: categories.filter((name) => typeof name === 'string'), groups };
  } catch {
    return null;
  }
}
