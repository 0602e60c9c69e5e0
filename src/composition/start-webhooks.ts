import type { Logger } from 'pino';
import { repeatedly } from '../concurrency/repeatedly.ts';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import { measureWebhooks } from '../http/metrics/webhook-metrics.ts';
import type { Clock } from '../registry/clock.ts';
import { createWebhookLane } from '../services/feed/webhook-lane.ts';
import type { Store } from '../services/ports/store/store.ts';
import { deliveryStore } from '../storage/kysely/deliveries.ts';
import { createWebhookClient } from '../upstream/webhook-client.ts';

/** How often the outbox is looked into, in milliseconds. */
const webhooksEveryMs = 200;
/** How long a stop waits for receivers that are being told, in milliseconds. */
const lastCallsMs = 2_000;

/**
 * Sends what is in the outbox until it is stopped. What is under way then is finished first; the rest waits
 * in the database.
 */
export function startWebhooks(
  settings: Settings,
  { store, clock, logger, metrics }: { store: Store; clock: Clock; logger: Logger; metrics: Metrics },
): { stop(): Promise<void> } {
  const urls = settings.webhooks.map(({ url }) => url);
  const waiting = (url: string) => store.read((tx) => deliveryStore(tx).waiting(url));
  const onCall = measureWebhooks(metrics, urls, waiting, clock.now);
  const sender = createWebhookClient({
    targets: settings.webhooks,
    allowPrivate: settings.webhooksAllowPrivate,
    now: clock.now,
  });
  const stopping = new AbortController();
  const lanes = urls.map((url) =>
    createWebhookLane(url, {
      store,
      clock,
      send: sender.send,
      random: Math.random,
      monotonicMs: () => performance.now(),
      signal: stopping.signal,
      onCall,
    }),
  );
  const tasks = lanes.map((lane) =>
    repeatedly(webhooksEveryMs, {
      work: async () => (await lane.deliverDue()) > 0,
      onError: (err) => logger.error({ err }, 'webhooks could not be delivered'),
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      // A call that is cut is a failed attempt: it comes again.
      const cut = setTimeout(() => void sender.close(), lastCallsMs);
      await Promise.all(tasks.map((task) => task.stop()));
      clearTimeout(cut);
      await sender.close();
    },
  };
}
