import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { repeatedly } from '../concurrency/repeatedly.ts';
import type { Settings } from '../config/settings.ts';
import { measureDiscord } from '../http/metrics/discord-metrics.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import { categories } from '../registry/categories/index.ts';
import type { Clock } from '../registry/clock.ts';
import { createBatchMessages } from '../services/discord/batch-messages.ts';
import type { UsageLevels } from '../services/insight/usage-levels.ts';
import { instanceLease } from '../services/leases/instance-lease.ts';
import type { Store } from '../services/ports/store/store.ts';
import { batchMessageStore } from '../storage/kysely/batch-message-rows.ts';
import { createDiscordClient } from '../upstream/discord-client.ts';

/** How often it is looked for applied batches, in milliseconds. */
const discordEveryMs = 500;
/** How long no other instance takes over from one that was killed, in milliseconds. */
const discordLeaseMs = 30_000;

export function startDiscord(
  settings: Settings,
  parts: { store: Store; clock: Clock; logger: Logger; metrics: Metrics; usage: UsageLevels },
): { stop(): Promise<void> } {
  const { store, clock, logger, metrics, usage } = parts;
  const targetOf = ({ id, threadId }: Settings['discordWebhooks'][number]) =>
    `discord ${id}${threadId === null ? '' : `/${threadId}`}`;
  const count = measureDiscord(metrics, settings.discordWebhooks.map(targetOf), (target) =>
    store.read((tx) => batchMessageStore(tx).waiting(target)),
  );
  const stopping = new AbortController();
  const holder = randomUUID();
  const now = () => performance.now();
  const onError = (err: unknown) => logger.error({ err }, 'Discord could not be told of batches');
  const channels = settings.discordWebhooks.map((webhook) => {
    const { id, token, threadId } = webhook;
    const target = targetOf(webhook);
    const channel = createDiscordClient({ api: settings.discordApi, id, token, threadId, now: clock.now });
    const lease = instanceLease({ store, name: target, holder, forMs: discordLeaseMs, now });
    const { step } = createBatchMessages({
      store,
      channel,
      target,
      usage,
      categories: categories.map(({ name }) => name),
      settings,
      held: () => lease.held(),
      clock,
      monotonicMs: now,
      random: Math.random,
      onSent: () => count(target, 'sent'),
      onFailed: ({ batch_id, last_error }) => {
        count(target, 'failed');
        logger.error({ target, batch_id, last_error }, 'Discord does not take the message about a batch');
      },
      signal: stopping.signal,
    });
    return { channel, lease, task: repeatedly(discordEveryMs, { work: step, onError }) };
  });
  return {
    stop: async () => {
      stopping.abort();
      // A message that is sent and not noted would be sent again: calls under way may end.
      await Promise.all(channels.map(({ task }) => task.stop()));
      await Promise.all(channels.map(({ lease }) => lease.release().catch(onError)));
      await Promise.all(channels.map(({ channel }) => channel.close()));
    },
  };
}
