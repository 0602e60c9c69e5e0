import { randomUUID } from 'node:crypto';
import { startRepeatedTask } from '../../kernel/concurrency/repeatedly.ts';
import { createDiscordClient } from '../../outside/discord-client.ts';
import type { ModuleContext } from '../base.ts';
import { createInstanceLease } from '../leases/index.ts';
import { createBatchFeed } from './batch-feed.ts';
import { createDiscordSender, readWaitingBatches } from './discord.ts';

/**
 * The time between two searches for batches, and the time after which another instance replaces a killed one,
 * in ms.
 */
const [searchIntervalMs, leaseMs] = [500, 30_000];

/**
 * Creates the Atom feed of applied batches. On a PRIMARY, also starts to send messages to its Discord
 * channels.
 * @param discordApi the base URL of Discord's API; undefined: that of discord.com
 * @param resources the stack that stops the sending when it is disposed
 */
export function openAnnouncements(
  base: ModuleContext,
  discordApi: string | undefined,
  resources: AsyncDisposableStack,
) {
  const { settings, store, clock, logger, metrics } = base;
  const { replicateMode, discordWebhooks, bridgeConsoleUrl: console } = settings;
  const isSending = replicateMode === 'PRIMARY' && store.writable && discordWebhooks.length > 0;
  if (!isSending) return { batchFeed: createBatchFeed(store) };
  const onError = (err: unknown) => logger.error({ err }, 'cannot announce batches at Discord');
  const monotonicMs = () => performance.now();
  const holder = randomUUID();
  const senders = discordWebhooks.map(({ id, token, threadId }) => {
    const target = `discord ${id}${threadId === null ? '' : `/${threadId}`}`;
    const channel = createDiscordClient({ api: discordApi, id, token, threadId, now: clock.now });
    resources.defer(() => channel.close());
    const lease = createInstanceLease({ store, name: target, holder, durationMs: leaseMs, now: monotonicMs });
    resources.defer(() => lease.release().catch(onError));
    const parts = {
      store,
      channel,
      target,
      console,
      holdsLease: () => lease.ensureHeld(),
      monotonicMs,
      logger,
    };
    return {
      target,
      task: startRepeatedTask(searchIntervalMs, { work: createDiscordSender(parts), onError }),
    };
  });
  // Wait for running calls: a message that was sent but not recorded would be sent again.
  resources.defer(async () => void (await Promise.all(senders.map(({ task }) => task.stop()))));
  const countWaiting = ({ target }: (typeof senders)[number]) =>
    store.read(async (reader) => [target, (await readWaitingBatches(reader, target)).ids.length] as const);
  const help = 'Applied batches not yet announced at Discord, at most 20.';
  metrics.stored.gauge('modelref_discord_messages_waiting', help, 'target', () =>
    Promise.all(senders.map(countWaiting)),
  );
  return { batchFeed: createBatchFeed(store) };
}
