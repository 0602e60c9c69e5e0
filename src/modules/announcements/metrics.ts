import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';

/**
 * Shows from now on how messages to Discord fare.
 * @param targets the channels; no secrets
 * @param waiting how many messages wait for a channel
 * @returns to be told of every message that was sent or given up
 */
export function measureDiscord(
  { registry }: Pick<Metrics, 'registry'>,
  targets: readonly string[],
  waiting: (target: string) => Promise<number>,
): (target: string, outcome: 'sent' | 'failed') => void {
  const done = new Counter({
    name: 'modelref_discord_messages_total',
    help: 'Messages about batches that Discord took, edits included, and those given up, by the instance that sends.',
    labelNames: ['target', 'outcome'],
    registers: [registry],
  });
  // The first failure is a rise, and not a series that was not there before.
  for (const target of targets) for (const outcome of ['sent', 'failed']) done.inc({ target, outcome }, 0);
  new Gauge({
    name: 'modelref_discord_messages_waiting',
    help: 'Messages about batches that are to be sent to Discord or edited there.',
    labelNames: ['target'],
    registers: [registry],
    async collect() {
      for (const target of targets) this.set({ target }, await waiting(target));
    },
  });
  return (target, outcome) => done.inc({ target, outcome });
}
