import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/index.ts';
import { deliveryStore } from './store.ts';
import type { Delivery, DeliveryFilter } from './tables.ts';

/**
 * Wraps `append`, which stores audit events. The wrapped function also stores one waiting delivery for each
 * event and target, in the same transaction.
 */
export function appendForWebhooks(append: AppendEvents, targets: readonly string[]): AppendEvents {
  if (targets.length === 0) return append;
  return async (writer, events) => {
    const appended = await append(writer, events);
    await deliveryStore(writer).add(
      appended.flatMap(({ event_id, timestamp }) =>
        targets.map((target) => ({
          event_id,
          target,
          state: 'waiting' as const,
          attempts: 0,
          next_attempt_at: timestamp,
          last_status: null,
          last_error: null,
          created_at: timestamp,
          updated_at: timestamp,
        })),
      ),
    );
    return appended;
  };
}

/** Largest number of deliveries that one transaction replays. */
const replayedAtOnce = 500;

/**
 * Marks deliveries that match the filter as waiting, so that they are sent again: the newest first, at most
 * `limit`. Gives the number of marked deliveries.
 */
export async function replayDeliveries(
  store: Store,
  filter: DeliveryFilter,
  now: number,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0;
  let last: Delivery | undefined;
  while (count < limit) {
    const page = await store.write(async (writer) => {
      const found = await deliveryStore(writer).list(filter, Math.min(replayedAtOnce, limit - count), last);
      for (const delivery of found) {
        await deliveryStore(writer).update({
          ...delivery,
          state: 'waiting',
          attempts: 0,
          next_attempt_at: now,
          updated_at: now,
        });
      }
      return found;
    });
    if (page.length === 0) break;
    count += page.length;
    last = page.at(-1);
  }
  return count;
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** The log of deliveries to webhook targets: lists deliveries, and has them sent again. */
export function createDeliveryLog({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Lists deliveries that match the filter, the newest event first. `total` counts all that match. */
    list: (filter: DeliveryFilter, limit: number) =>
      store.read(async (tx) => ({
        items: await deliveryStore(tx).list(filter, limit),
        total: await deliveryStore(tx).count(filter),
      })),
    /**
     * Marks deliveries that match the filter as waiting, so that they are sent again: the newest first, at
     * most `limit`. `replayed` is the number of marked deliveries, `left` the number of other deliveries that
     * match.
     */
    async replay(filter: DeliveryFilter, limit: number) {
      const total = await store.read((tx) => deliveryStore(tx).count(filter));
      const replayed = await replayDeliveries(store, filter, clock.now(), limit);
      return { replayed, left: Math.max(0, total - replayed) };
    },
  };
}
