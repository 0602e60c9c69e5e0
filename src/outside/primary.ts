import type { CanonicalFormat } from '../records/categories/category.ts';
import type { FeedEvent } from '../records/feed-event.ts';

/** A stretch of the primary's feed. Complete behind the place that was asked for, up to `next`. */
export interface PrimaryPage {
  readonly kind: 'page';
  readonly events: readonly FeedEvent[];
  readonly next: string;
  /** The place behind the primary's newest event. */
  readonly head: string;
}

/**
 * Every batch is one sign of life; it may have no events. Ends when the connection does, and throws when what
 * comes is no feed.
 */
export interface PrimaryStream {
  readonly kind: 'stream';
  readonly batches: AsyncIterable<readonly FeedEvent[]>;
}

/** Why there is no page and no stream: the place is unknown to the primary, or it keeps no feed. */
export type NoFeed = { readonly kind: 'gone' | 'no feed' };

/**
 * A whole category in one format, as the primary answered. `same`: what the given ETag names. `none`: it says
 * that there is nothing.
 */
export type PrimaryView =
  | { readonly kind: 'text'; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'same' }
  | { readonly kind: 'none' };

/**
 * What a replica asks of its primary, which is this service or the Python one that speaks the same protocol. Whatever cannot be had throws an Error whose message may be logged; all
 * calls are limited in time and size, and end early when `signal` aborts.
 */
export interface Primary {
  /** Its base URL. */
  readonly url: string;
  /** @param since a cursor, or `head` */
  page(since: string, signal: AbortSignal): Promise<PrimaryPage | NoFeed>;
  /** Resolves when the stream has begun to speak. */
  stream(since: string, signal: AbortSignal): Promise<PrimaryStream | NoFeed>;
  /** @param etag what the caller has, as the primary named it */
  view(
    format: CanonicalFormat,
    category: string,
    etag: string | null,
    signal: AbortSignal,
  ): Promise<PrimaryView>;
  /** The format in which it takes writes; null when it does not say. */
  canonicalFormat(signal: AbortSignal): Promise<CanonicalFormat | null>;
}
