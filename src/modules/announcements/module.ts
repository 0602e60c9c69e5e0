import { randomUUID } from 'node:crypto';
import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { createDiscordClient } from '../../outside/discord-client.ts';
import { modelCategoryNames } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Base } from '../base.ts';
import type { UsageLevels } from '../insight/index.ts';
import { instanceLease } from '../leases/index.ts';
import { createAnnouncements } from './announcements.ts';
import { createBatchMessages } from './batch-messages.ts';
import { measureDiscord } from './metrics.ts';
import { batchMessageStore } from './store.ts';

/** Time, in ms, between two searches for applied batches. */
const discordEveryMs = 500;
/**
 * Time for which an instance's lease to send to a channel is valid, in ms. When that instance is killed,
 * another one can take over after this time.
 */
const discordLeaseMs = 30_000;

/**
 * Makes the lists of announcements. A PRIMARY with an audit trail also begins to send announcements to its
 * Discord channels.
 *
 * @param opened the stack that stops the sending when it is disposed
 */
export function openAnnouncements(base: Base, usage: UsageLevels, opened: AsyncDisposableStack) {
  const { store, settings } = base;
  const { discordWebhooks, auditEnabled, replicateMode } = settings;
  if (discordWebhooks.length > 0 && auditEnabled && replicateMode === 'PRIMARY' && store.writable) {
    opened.adopt(startDiscord(base, usage), (each) => each.stop());
  }
  return { announcements: createAnnouncements({ store, usage, categories: modelCategoryNames, settings }) };
}

function startDiscord(
  { settings, store, clock, logger, metrics }: Base,
  usage: UsageLevels,
): { stop(): Promise<void> } {
  const targetOf = ({ id, threadId }: Settings['discordWebhooks'][number]) =>
    `discord ${id}${threadId === null ? '' : `/${threadId}`}`;
  const count = measureDiscord(metrics, settings.discordWebhooks.map(targetOf), (target) =>
    store.read((tx) => batchMessageStore(tx).waiting(target)),
  );
  const stopping = new AbortController();
  const holder = randomUUID();
  const now = () => performance.now();
  const onError = (err: unknown) => logger.error({ err }, 'batches could not be announced at Discord');
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
      categories: modelCategoryNames,
      settings,
      held: () => lease.held(),
      clock,
      monotonicMs: now,
      random: Math.random,
      onSent: () => count(target, 'sent'),
      onFailed: ({ batch_id, last_error }) => {
        count(target, 'failed');
        logger.error(
          { target, batch_id, last_error },
          'Discord refuses the message about a batch: it is given up',
        );
      },
      signal: stopping.signal,
    });
    return { channel, lease, task: repeatedly(discordEveryMs, { work: step, onError }) };
  });
  return {
    stop: async () => {
      stopping.abort();
      // Calls under way may end: a message that is sent and not noted would be sent again.
      await Promise.all(channels.map(({ task }) => task.stop()));
      await Promise.all(channels.map(({ lease }) => lease.release().catch(onError)));
      await Promise.all(channels.map(({ channel }) => channel.close()));
    },
  };
}
