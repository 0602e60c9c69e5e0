import { z } from 'zod';
import { contentHash } from '../../records/hash.ts';
import type { ModelTexts } from '../../records/model-views.ts';
import type { FeedEvent } from './feed-event.ts';

const record = z.record(z.string(), z.unknown()).nullable();
const hash = z.string().nullable();

/** A newer registry may say more; what is said here is what a follower needs. */
const shape = z.object({
  event_id: z.int().positive(),
  cursor: z.string(),
  timestamp: z.int(),
  category: z.string(),
  model_name: z.string(),
  operation: z.enum(['create', 'update', 'delete']),
  v2: record,
  legacy: record,
  v2_hash: hash,
  legacy_hash: hash,
  returned_behind: z.string().nullable().optional(),
});

/**
 * An event of another registry's feed; null when it is none. Whether its records are what their hashes say is
 * not looked at: see `textsOfEvent`.
 */
export function readFeedEvent(value: unknown): FeedEvent | null {
  const { data } = shape.safeParse(value);
  if (!data || (data.v2 === null) !== (data.operation === 'delete')) return null;
  // The value itself, not a copy: a copy has its keys in another order.
  return value as FeedEvent;
}

/**
 * The texts that the event says are stored from now on; null after a delete.
 *
 * @throws SyntaxError when a record is not what its hash says
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
    `event ${event.event_id} of ${event.category} '${event.model_name}': its ${format} record has the hash ${found}, and not ${said}`,
  );
}
