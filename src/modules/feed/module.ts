import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import { createWebhookClient } from '../../outside/webhook-client.ts';
import type { ModuleContext } from '../base.ts';
import { createFeed, type ShowRecords } from './feed.ts';
import { createFeedStreams, createFeedTail } from './feed-streams.ts';
import { measureWebhooks } from './metrics.ts';
import { deliveryStore } from './store.ts';
import { createDeliveryLog, createWebhookWorker } from './webhooks.ts';

/** The time between two searches for due webhook deliveries. */
const webhooksEveryMs = 200;
/** Maximum time that a stop waits for running webhook calls. */
const shutdownCallsMs = 2_000;

/**
 * Opens the feed of the events of live models. Also starts to send events to the webhook targets in the
 * settings, unless the audit trail is switched off or this process cannot write to the database.
 *
 * @param resources stops the sending when it is disposed
 */
export function openFeed(
  base: ModuleContext,
  {
    refresh,
    refreshCatalogues,
    shown,
    onCommit,
  }: {
    /** Updates the models in memory from the database. */
    readonly refresh: Parameters<typeof createFeedTail>[0]['refresh'];
    readonly refreshCatalogues: () => Promise<void>;
    /**
     * Converts records to the form in which reads return them; null: the feed contains the stored records.
     */
    readonly shown: ShowRecords['shown'] | null;
    readonly onCommit: (listener: () => void) => void;
  },
  resources: AsyncDisposableStack,
) {
  const { settings, store, clock, logger } = base;
  const feed = createFeed(store, shown ? { shown, refresh: refreshCatalogues } : undefined);
  const onError = (err: unknown) =>
    logger.error({ err }, 'cannot read writes of other processes for the feed');
  const tail = createFeedTail({ feed, refresh, refreshCatalogues, onError });
  resources.defer(() => tail.stop());
  onCommit(() => tail.wake());
  if (settings.webhooks.length > 0 && settings.auditEnabled && store.writable) {
    resources.adopt(startWebhooks(base), (each) => each.stop());
  }
  return {
    feed,
    feedStreams: createFeedStreams({ feed, tail }),
    deliveryLog: createDeliveryLog({ store, clock }),
  };
}

/**
 * Sends pending webhook deliveries until it is stopped. A stop waits for running calls; other deliveries
 * remain in the database.
 */
function startWebhooks({ settings, store, clock, logger, metrics }: ModuleContext): {
  stop(): Promise<void>;
} {
  const urls = settings.webhooks.map(({ url }) => url);
  const readBacklog = (url: string) => store.read((tx) => deliveryStore(tx).readBacklog(url));
  const onCall = measureWebhooks(metrics, urls, readBacklog, clock.now);
  const webhookClient = createWebhookClient({
    targets: settings.webhooks,
    privateHosts: settings.privateHosts,
    now: clock.now,
  });
  const stopController = new AbortController();
  const workers = urls.map((url) =>
    createWebhookWorker(url, {
      store,
      clock,
      send: webhookClient.send,
      random: Math.random,
      monotonicMs: () => performance.now(),
      signal: stopController.signal,
      onCall,
    }),
  );
  const tasks = workers.map((worker) =>
    startRepeatedTask(webhooksEveryMs, {
      work: async () => (await worker.deliverDue()) > 0,
      onError: (err) => logger.error({ err }, 'cannot deliver webhooks'),
    }),
  );
  return {
    stop: async () => {
      stopController.abort();
      // An aborted call counts as a failed attempt and is retried.
      const abortTimer = setTimeout(() => void webhookClient.close(), shutdownCallsMs);
      await Promise.all(tasks.map((task) => task.stop()));
      clearTimeout(abortTimer);
      await webhookClient.close();
    },
  };
}
