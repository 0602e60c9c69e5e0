import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { Delivery } from './tables.ts';

const outcomes = ['delivered', 'retried', 'failed', 'gone'] as const;

/**
 * Shows how deliveries to webhook targets fare.
 * @param urls the targets; shown are their hosts, since addresses may hold secrets
 * @param waiting how many events wait for a target, and since when (Unix seconds) the first of them does
 * @param now Unix seconds
 * @returns to be told of every call, by how it left the delivery
 */
export function measureWebhooks(
  { registry }: Pick<Metrics, 'registry'>,
  urls: readonly string[],
  waiting: (url: string) => Promise<{ count: number; since: number | null }>,
  now: () => number,
): (after: Delivery) => void {
  const targets = targetNames(urls);
  const calls = new Counter({
    name: 'modelref_webhook_calls_total',
    help: 'Calls of webhook targets by the instance that made them: delivered, retried later, failed for good, gone (410).',
    labelNames: ['target', 'outcome'],
    registers: [registry],
  });
  // The first failure is a rise, and not a series that was not there before.
  for (const target of targets.values()) for (const outcome of outcomes) calls.inc({ target, outcome }, 0);
  const gauge = (name: string, help: string, value: (url: string) => Promise<number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['target'],
      registers: [registry],
      async collect() {
        for (const [url, target] of targets) this.set({ target }, await value(url));
      },
    });
  gauge(
    'modelref_webhook_events_waiting',
    'Events that are to be delivered to a target, those that are to be tried again included.',
    async (url) => (await waiting(url)).count,
  );
  gauge(
    'modelref_webhook_lag_seconds',
    'How long the first of the events that are to be delivered to a target has waited.',
    async (url) => {
      const { since } = await waiting(url);
      return since === null ? 0 : Math.max(0, now() - since);
    },
  );
  return (after) => calls.inc({ target: targets.get(after.target) ?? '', outcome: outcomeOf(after) });
}

function outcomeOf({ state, last_status }: Delivery) {
  if (state === 'delivered') return 'delivered';
  if (state === 'waiting') return 'retried';
  return last_status === 410 ? 'gone' : 'failed';
}

/** Names targets by their hosts; a second target on one host has a number. */
function targetNames(urls: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const url of urls) {
    const { host } = new URL(url);
    const count = (taken.get(host) ?? 0) + 1;
    taken.set(host, count);
    names.set(url, count === 1 ? host : `${host} #${count}`);
  }
  return names;
}
