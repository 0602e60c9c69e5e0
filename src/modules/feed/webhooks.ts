import type { Clock } from '../../kernel/clock.ts';
import { BackOff, computeBackOffDelay } from '../../kernel/concurrency/back-off.ts';
import type { WebhookAttempt, WebhookSender } from '../../outside/webhook-client.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, type AuditEvent, auditStore, subjectOf } from '../audit/index.ts';
import { readEvent } from '../catalog/index.ts';
import { readStoredAction } from '../requests/index.ts';
import { deliveryStore } from './store.ts';
import type { Delivery, DeliveryFilter } from './tables.ts';

/**
 * Returns a function that stores audit events with `append` and, in the same transaction, one pending
 * delivery for each event and target.
 */
export function addWebhookDeliveries(append: AppendEvents, targets: readonly string[]): AppendEvents {
  if (targets.length === 0) return append;
  return async (writer, events) => {
    const appendedEvents = await append(writer, events);
    await deliveryStore(writer).add(
      appendedEvents.flatMap(({ event_id, timestamp }) =>
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
    return appendedEvents;
  };
}

/**
 * Maximum number of deliveries that one run of the worker sends. The outcomes are stored at the end of the
 * run.
 */
const maxDeliveriesPerRun = 16;
/** Time after which a run starts no further call and stores its outcomes. */
const maxRunMs = 20_000;
/**
 * Time, in seconds, for which a claim prevents other instances from sending deliveries to the target. It is
 * longer than the longest possible run, including the run's last call. The wait after a failed attempt never
 * has exactly this length: see `computeWaitSeconds`.
 */
const claimSeconds = 61;
/** The waits between two attempts of a delivery, in seconds: the first wait, and the longest. */
const attemptWaits = { first: 10, longest: 6 * 3600 };
/**
 * The number of attempts, spread over about two days, after which a delivery counts as failed. It is then
 * sent again only by a replay.
 */
const maxAttempts = 20;
/** Number of consecutive failures after which the worker pauses before it calls the target again. */
const failuresBeforePause = 3;
/** The pauses between calls of a failing target, in milliseconds: the first pause, and the longest. */
const pauses = { first: 1_000, longest: 60_000 };
/** How long a finished delivery stays in the log, by its final state. */
const logRetentionSeconds = { delivered: 30 * 24 * 3600, failed: 90 * 24 * 3600 };

/**
 * Creates the worker that sends events to one webhook target. Each event is sent at least once. One instance
 * at a time sends, one event after the other. First attempts follow the order of events. A failed delivery is
 * retried later, and later events do not wait for it. After repeated failures, the pauses between calls get
 * longer.
 */
export function createWebhookWorker(
  target: string,
  {
    store,
    clock,
    send,
    random,
    monotonicMs,
    signal,
    onCall,
  }: {
    readonly store: Pick<Store, 'read' | 'writeBeside'>;
    readonly clock: Clock;
    readonly send: WebhookSender['send'];
    /** Returns a random number in [0, 1). */
    readonly random: () => number;
    readonly monotonicMs: () => number;
    /** Once this signal is aborted, the worker starts no further call. */
    readonly signal?: AbortSignal;
    /** Called after each call of the target. `after` is the delivery with the outcome of the call. */
    readonly onCall?: (after: Delivery) => void;
  },
) {
  const backOff = new BackOff(pauses, random);
  let failures = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const readDueTimes = () => {
    const now = clock.now();
    return { now, latest: now + attemptWaits.longest };
  };

  /** Returns the id and hash of the newest audit event when a delivery to the target is due; else null. */
  const readEndIfDue = (): Promise<ChainEnd | null> =>
    store.read(async (tx) =>
      (await deliveryStore(tx).hasDue(target, readDueTimes())) ? auditStore(tx).head() : null,
    );

  const claimUpTo = ({ event_id: lastEventId }: ChainEnd): Promise<Delivery[]> =>
    store.writeBeside(async (tx) => {
      const [due, limit] = [
        { ...readDueTimes(), upto: lastEventId },
        failures === 0 ? maxDeliveriesPerRun : 1,
      ];
      const claimedDeliveries = await deliveryStore(tx).claim(target, due, claimSeconds, limit);
      if (claimedDeliveries.length === 0) return claimedDeliveries;
      await deliveryStore(tx).forget('delivered', due.now - logRetentionSeconds.delivered);
      await deliveryStore(tx).forget('failed', due.now - logRetentionSeconds.failed);
      return claimedDeliveries;
    });

  const attempt = async (delivery: Delivery): Promise<Delivery> => {
    const event = await store.read((tx) => readEvent(tx, delivery.event_id));
    const result: WebhookAttempt = event
      ? await send(target, JSON.stringify(createWebhookMessage(event)), event)
      : { ok: false, status: null, error: 'the event is not in the audit trail' };
    const now = clock.now();
    const attempts = delivery.attempts + 1;
    return {
      ...delivery,
      attempts,
      state: chooseNextState(result, attempts),
      next_attempt_at: now + computeWaitSeconds(attempts, random, result.retryAfterSeconds ?? 0),
      last_status: result.status,
      last_error: result.error,
      updated_at: now,
    };
  };

  const noteOutcome = (isDelivered: boolean): void => {
    failures = isDelivered ? 0 : failures + 1;
    if (isDelivered) backOff.recordSuccess();
    if (failures >= failuresBeforePause) pausedUntil = monotonicMs() + backOff.recordFailure();
  };

  /**
   * Sends the claimed deliveries until one fails, the run has lasted too long, or the worker is stopped.
   * Returns the attempted deliveries with their outcomes (`attempted`), and the others unchanged
   * (`remaining`).
   */
  const sendInOneRun = async (
    claimedDeliveries: readonly Delivery[],
  ): Promise<{ attempted: Delivery[]; remaining: Delivery[] }> => {
    const startedAt = monotonicMs();
    const attemptedDeliveries: Delivery[] = [];
    for (const delivery of claimedDeliveries) {
      const attemptedDelivery = await attempt(delivery);
      attemptedDeliveries.push(attemptedDelivery);
      onCall?.(attemptedDelivery);
      noteOutcome(attemptedDelivery.state === 'delivered');
      if (failures > 0 || signal?.aborted || monotonicMs() - startedAt >= maxRunMs) break;
    }
    return { attempted: attemptedDeliveries, remaining: claimedDeliveries.slice(attemptedDeliveries.length) };
  };

  return {
    /** Sends some of the due deliveries in one run. Returns the number of attempted deliveries. */
    deliverDue: async (): Promise<number> => {
      if (signal?.aborted || monotonicMs() < pausedUntil) return 0;
      const end = await readEndIfDue();
      if (end === null) return 0;
      const { attempted, remaining } = await sendInOneRun(await claimUpTo(end));
      if (attempted.length === 0) return 0;
      await store.writeBeside(async (tx) => {
        // A failover may have lost the events, and new events may have got their ids. Then the outcomes must
        // not be stored.
        if (!(await auditStore(tx).has(end))) return;
        for (const delivery of [...attempted, ...remaining]) await deliveryStore(tx).update(delivery);
      });
      return attempted.length;
    },
  };
}

/**
 * Returns a delivery's state after an attempt. With status 410, the delivery fails at once: by Standard
 * Webhooks, the target wants no more events.
 */
function chooseNextState({ ok, status }: WebhookAttempt, attempts: number): Delivery['state'] {
  if (ok) return 'delivered';
  return status === 410 || attempts >= maxAttempts ? 'failed' : 'waiting';
}

/**
 * Returns the wait before the next attempt, in seconds: at least as long as the target requested, but never
 * longer than the longest wait. It is never exactly `claimSeconds`, because `claim` would mistake such a wait
 * for the claim of another instance.
 */
function computeWaitSeconds(attempts: number, random: () => number, requestedSeconds: number): number {
  const wait = Math.max(computeBackOffDelay(attempts, attemptWaits, random), requestedSeconds);
  const seconds = Math.ceil(Math.min(wait, attemptWaits.longest));
  return seconds === claimSeconds ? claimSeconds + 1 : seconds;
}

/**
 * Returns the message that is sent to a webhook target about an event. `id` is the id of the event: it is the
 * same in every retry, and ascends in commit order. If the registry loses its latest events, new events reuse
 * the ids of the lost ones; then only the header `webhook-id` distinguishes them.
 */
function createWebhookMessage(event: AuditEvent) {
  return {
    id: event.event_id,
    type: formatEventType(event),
    timestamp: event.timestamp,
    domain: event.domain,
    category: event.category,
    model_name: event.model_name,
    user_id: event.logical_user_id,
    change_id: event.change_id,
    batch_id: event.batch_id,
    /**
     * An event of a model has `after`, `delta` or `before`. An event of a file has `file_verdict`. An event of
     * the queue has the keys of its action.
     */
    data: event.payload,
  };
}

/**
 * Returns the type of an event: `model.create`, `model.update`, `model.delete`, `file.verdict`, or `queue.`
 * or `request.` followed by an action.
 */
function formatEventType(event: AuditEvent): string {
  const subject = subjectOf(event);
  if (subject === 'queue') return `queue.${event.action ?? event.operation}`;
  if (subject === 'request') return `request.${readStoredAction(event)}`;
  return subject === 'file' ? 'file.verdict' : `model.${event.operation}`;
}

/** Maximum number of deliveries that one transaction replays. */
const deliveriesPerReplay = 500;

/**
 * Marks deliveries that match the filter as pending, so that they are redelivered: the newest first, at most
 * `limit`. Returns the number of marked deliveries.
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
      const deliveries = await deliveryStore(writer).list(
        filter,
        Math.min(deliveriesPerReplay, limit - count),
        last,
      );
      for (const delivery of deliveries) {
        await deliveryStore(writer).update({
          ...delivery,
          state: 'waiting',
          attempts: 0,
          next_attempt_at: now,
          updated_at: now,
        });
      }
      return deliveries;
    });
    if (page.length === 0) break;
    count += page.length;
    last = page.at(-1);
  }
  return count;
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** The log of deliveries to webhook targets: lists and redelivers them. */
export function createDeliveryLog({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Lists deliveries that match the filter, the newest event first. `total` counts all that match. */
    list: (filter: DeliveryFilter, limit: number) =>
      store.read(async (tx) => ({
        items: await deliveryStore(tx).list(filter, limit),
        total: await deliveryStore(tx).count(filter),
      })),
    /**
     * Marks deliveries that match the filter as pending, so that they are redelivered: the newest first, at
     * most `limit`. A filter with neither a state nor an event selects the failed deliveries. `replayed` is
     * the number of marked deliveries, `left` the number of other deliveries that match.
     */
    async replay(selection: DeliveryFilter, limit?: number) {
      const isUnfiltered = selection.state === undefined && selection.event_id === undefined;
      const filter: DeliveryFilter = isUnfiltered ? { ...selection, state: 'failed' } : selection;
      const total = await store.read((tx) => deliveryStore(tx).count(filter));
      const replayedCount = await replayDeliveries(store, filter, clock.now(), limit);
      return { replayed: replayedCount, left: Math.max(0, total - replayedCount) };
    },
  };
}
