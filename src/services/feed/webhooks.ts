import { waitAfter } from '../../concurrency/back-off.ts';
import type { AuditEvent } from '../../registry/audit/event.ts';
import { webhookMessage } from '../../registry/audit/webhook-message.ts';
import type { Clock } from '../../registry/clock.ts';
import type { AppendEvents } from '../audit/append-events.ts';
import type { Delivery, Store } from '../ports/store.ts';
import type { WebhookAttempt, WebhookSender } from '../ports/webhook-sender.ts';

/** Writes, in the transaction of each event, that every target is to be told of it. */
export function appendForWebhooks(append: AppendEvents, targets: readonly string[]): AppendEvents {
  if (targets.length === 0) return append;
  return async (writer, events) => {
    const appended = await append(writer, events);
    await writer.deliveries.add(
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

export interface WebhooksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: WebhookSender['send'];
  /** In [0, 1). */
  readonly random: () => number;
}

/**
 * Tells webhook targets what has happened: at least once, in no promised order; `id` in the message tells
 * repetitions apart.
 */
export interface Webhooks {
  /** Sends what is due, a bounded number at a time; gives how many deliveries were tried. */
  deliverDue(): Promise<number>;
}

/** Deliveries that one instance sends side by side. */
const atOnce = 16;
/** While an instance sends, no other one takes the delivery; longer than a send may take, in seconds. */
const leaseSeconds = 60;
/** In seconds. */
const betweenAttempts = { first: 10, longest: 6 * 3600 };
/** Over about two days. Then the delivery has failed, until it is replayed. */
const mostAttempts = 20;
/** How long the log keeps what was delivered, in seconds. */
const keptSeconds = 30 * 24 * 3600;

export function createWebhooks({ store, clock, send, random }: WebhooksOptions): Webhooks {
  const claim = (): Promise<Delivery[]> =>
    store.write(async (writer) => {
      const now = clock.now();
      const due = await writer.deliveries.due(now, atOnce);
      for (const delivery of due) {
        await writer.deliveries.update({ ...delivery, next_attempt_at: now + leaseSeconds, updated_at: now });
      }
      if (due.length > 0) await writer.deliveries.forget(now - keptSeconds);
      return due;
    });

  const attempt = async (delivery: Delivery, event: AuditEvent | undefined): Promise<Delivery> => {
    const result: WebhookAttempt = event
      ? await send(delivery.target, JSON.stringify(webhookMessage(event)), event.event_id)
      : { ok: false, status: null, error: 'the event is not in the audit trail' };
    const now = clock.now();
    const attempts = delivery.attempts + 1;
    return {
      ...delivery,
      attempts,
      state: result.ok ? 'delivered' : attempts >= mostAttempts ? 'failed' : 'waiting',
      next_attempt_at: now + Math.ceil(waitAfter(attempts, betweenAttempts, random)),
      last_status: result.status,
      last_error: result.error,
      updated_at: now,
    };
  };

  return {
    deliverDue: async () => {
      const none = await store.read((reader) => reader.deliveries.due(clock.now(), 1));
      if (none.length === 0) return 0;
      const claimed = await claim();
      const ids = [...new Set(claimed.map(({ event_id }) => event_id))];
      const events = await store.read(async (reader) => {
        const found = new Map<number, AuditEvent>();
        for (const id of ids) {
          const [event] = await reader.audit.events({ after: id - 1, upto: id }, 1);
          if (event) found.set(id, event);
        }
        return found;
      });
      const tried = await Promise.all(claimed.map((each) => attempt(each, events.get(each.event_id))));
      await store.write(async (writer) => {
        for (const delivery of tried) await writer.deliveries.update(delivery);
      });
      return tried.length;
    },
  };
}

/** Puts deliveries back into the outbox: those that failed, or all that fit the filter. Gives how many. */
export function replayDeliveries(
  store: Store,
  filter: {
    target?: string | undefined;
    event_id?: number | undefined;
    state?: Delivery['state'] | undefined;
  },
  now: number,
  limit: number,
): Promise<number> {
  return store.write(async (writer) => {
    const found = await writer.deliveries.list(filter, limit);
    for (const delivery of found) {
      await writer.deliveries.update({
        ...delivery,
        state: 'waiting',
        attempts: 0,
        next_attempt_at: now,
        updated_at: now,
      });
    }
    return found.length;
  });
}
