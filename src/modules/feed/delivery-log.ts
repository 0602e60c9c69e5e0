import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { deliveryStore } from './store.ts';
import type { Delivery, DeliveryFilter } from './tables.ts';
import { replayDeliveries } from './webhooks.ts';

/** What became of the messages to webhook targets, and sending them again. */
export interface DeliveryLog {
  /** The newest event first. `total` counts all that fit. */
  list(filter: DeliveryFilter, limit: number): Promise<{ items: Delivery[]; total: number }>;
  /** Puts at most `limit` back into the outbox, the newest first. Gives how many, and how many are left. */
  replay(filter: DeliveryFilter, limit: number): Promise<{ replayed: number; left: number }>;
}

export function createDeliveryLog({ store, clock }: { store: Store; clock: Clock }): DeliveryLog {
  return {
    list: (filter, limit) =>
      store.read(async (tx) => ({
        items: await deliveryStore(tx).list(filter, limit),
        total: await deliveryStore(tx).count(filter),
      })),
    async replay(filter, limit) {
      const total = await store.read((tx) => deliveryStore(tx).count(filter));
      const replayed = await replayDeliveries(store, filter, clock.now(), limit);
      return { replayed, left: Math.max(0, total - replayed) };
    },
  };
}
