import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { createWebhookClient } from '../../outside/webhook-client.ts';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { measureWebhooks } from './metrics.ts';
import { deliveryStore } from './store.ts';
import { createWebhookLane } from './webhook-lane.ts';

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
