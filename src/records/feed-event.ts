import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import { contentHash } from './hash.ts';
import type { ModelTexts } from './model-views.ts';

const record = z.custom<JsonObject | null>((value) => value === null || isJsonObject(value));
const hash = z.string().nullable();

/** The schema of an event, with its keys in the order of the feed's JSON. A newer registry may send further keys. */
const feedEvent = z.object({
  /** The id of the event: ascending, with gaps, because the chain numbers events of the queue too. */
  event_id: z.int().positive(),
  /** The cursor after this event, to continue from. */
  cursor: z.string(),
  /** Unix seconds. */
  timestamp: z.int(),
  category: z.string(),
  model_name: z.string(),
  operation: z.enum(['create', 'update', 'delete']),
  /** The stored record after the write; null after a delete. */
  v2: record,
  /**
   * The stored legacy record after the write; null after a delete, or when the category has no legacy form.
   */
  legacy: record,
  /**
   * `v2_hash`, `legacy_hash`: the SHA-256 (hex) of `v2` and of `legacy`, each as compact JSON with its keys
   * in the order of the feed; null when that record is null.
   */
  v2_hash: hash,
  legacy_hash: hash,
  /**
   * Only in the event of a model that was put among the others in the category's order: one that came back or
   * was moved, or a new one in the middle of a file. The name of the model before it, or null when it is the
   * first. A new model whose event does not have this field comes last; any other keeps its place.
   */
  returned_behind: z.string().nullable().exactOptional(),
});

/** One write of a live model, as the feed shows it to followers of the registry. */
export type FeedEvent = z.infer<typeof feedEvent>;

/**
 * Reads an event of another registry's feed; null when the value is not an event. Does not check the hashes
 * of the records: `textsOfEvent` does.
 */
export function readFeedEvent(value: unknown): FeedEvent | null {
  const { data } = feedEvent.safeParse(value);
  if (!data || (data.v2 === null) !== (data.operation === 'delete')) return null;
  // The value itself, not a copy: a copy has its keys in another order.
  return value as FeedEvent;
}

/**
 * Gives the record after this event as it is stored: its JSON text in v2 and in legacy form, with their
 * hashes. Null after a delete.
 *
 * @throws SyntaxError when a record does not have the hash that the event states
 */
export function textsOfEvent(event: FeedEvent): ModelTexts | null {
  const v2 = textOf(event, 'v2');
  const legacy = textOf(event, 'legacy');
  if (v2 === null || event.v2_hash === null) return null;
  return { v2, legacy, v2_hash: event.v2_hash, legacy_hash: event.legacy_hash };
}

function textOf(event: FeedEvent, format: 'v2' | 'legacy'): string | null {
  const stored = event[format];
  const text = stored && JSON.stringify(stored);
  const found = text && contentHash(text);
  const said = event[`${format}_hash`];
  if (found === said) return text;
  throw new SyntaxError(
    `event ${event.event_id} of ${event.category} '${event.model_name}': its ${format} record has the hash ${found} instead of ${said}`,
  );
}
