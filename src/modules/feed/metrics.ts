import { Counter } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { Delivery } from './tables.ts';

const outcomes = ['delivered', 'retried', 'failed', 'gone'] as const;

/**
 * Registers the metrics of deliveries to webhook targets.
 * @param urls the URLs of the targets; metrics show only the hosts, because a URL may contain a secret
 * @param readBacklog returns the number of pending events for a target, and the time (Unix seconds) at which the
 *   oldest of them became pending; that time is null when none is pending
 * @param now returns the current time in Unix seconds
 * @returns a function that counts one call of a target; its argument is the delivery with the outcome of the
 *   call
 */
export function measureWebhooks(
  { registry, stored }: Pick<Metrics, 'registry' | 'stored'>,
  urls: readonly string[],
  readBacklog: (url: string) => Promise<{ count: number; since: number | null }>,
  now: () => number,
): (after: Delivery) => void {
  const targets = nameTargets(urls);
  const calls = new Counter({
    name: 'modelref_webhook_calls_total',
    help: 'Webhook calls by this instance: delivered, to be retried, failed permanently, gone (410).',
    labelNames: ['target', 'outcome'],
    registers: [registry],
  });
  // Counters start at zero, so that the first failure shows as an increase, not as a new series.
  for (const target of targets.values()) for (const outcome of outcomes) calls.inc({ target, outcome }, 0);
  const gauge = (name: string, help: string, value: (url: string) => Promise<number>) =>
    stored.gauge(name, help, 'target', () =>
      Promise.all([...targets].map(async ([url, target]) => [target, await value(url)])),
    );
  gauge(
    'modelref_webhook_events_waiting',
    'Events waiting for delivery to a webhook target, including retries.',
    async (url) => (await readBacklog(url)).count,
  );
  gauge(
    'modelref_webhook_lag_seconds',
    'Age in seconds of the oldest event waiting for delivery to a webhook target.',
    async (url) => {
      const { since } = await readBacklog(url);
      return since === null ? 0 : Math.max(0, now() - since);
    },
  );
  return (after) => calls.inc({ target: targets.get(after.target) ?? '', outcome: classifyOutcome(after) });
}

function classifyOutcome({ state, last_status }: Delivery) {
  if (state === 'delivered') return 'delivered';
  if (state === 'waiting') return 'retried';
  return last_status === 410 ? 'gone' : 'failed';
}

/**
 * Maps the URL of each target to its name in the metrics. The name is the host; a second target on the same
 * host gets a number, as in `example.org #2`.
 */
function nameTargets(urls: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const url of urls) {
    const { host } = new URL(url);
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    names.set(url, count === 1 ? host : `${host} #${count}`);
  }
  return names;
}
