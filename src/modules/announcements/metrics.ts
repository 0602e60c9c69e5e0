import { Counter } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';

/**
 * Registers metrics of the messages to Discord.
 * @param targets the channels' names, which contain no secrets
 * @param waiting counts the messages that wait to be sent to a channel or edited there
 * @returns a function to call for every message that was sent or given up
 */
export function measureDiscord(
  { registry, stored }: Pick<Metrics, 'registry' | 'stored'>,
  targets: readonly string[],
  waiting: (target: string) => Promise<number>,
): (target: string, outcome: 'sent' | 'failed') => void {
  const done = new Counter({
    name: 'modelref_discord_messages_total',
    help: 'Messages about batches that Discord accepted, edits included, and messages that were given up, in the instance that sends.',
    labelNames: ['target', 'outcome'],
    registers: [registry],
  });
  // Zeros from the start: the first failure then shows as a rise, not as a new series.
  for (const target of targets) for (const outcome of ['sent', 'failed']) done.inc({ target, outcome }, 0);
  stored.gauge(
    'modelref_discord_messages_waiting',
    'Messages about batches that wait to be sent to Discord or edited there.',
    'target',
    () => Promise.all(targets.map(async (target) => [target, await waiting(target)])),
  );
  return (target, outcome) => done.inc({ target, outcome });
}
