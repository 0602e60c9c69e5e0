import { Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { Hearing } from './follow-changes.ts';

/** Registers the metric that tells whether database notifications arrive at this instance. */
export function measureHearing(
  { registry }: Pick<Metrics, 'registry'>,
  { problem }: Pick<Hearing, 'problem'>,
): void {
  new Gauge({
    name: 'modelref_notifications_lost',
    help: '1 while a notification that this instance sends to itself does not arrive.',
    registers: [registry],
    collect() {
      this.set(problem() === null ? 0 : 1);
    },
  });
}
