import { Histogram } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import { decisionOutcomes, findDecision } from './decision.ts';
import { riskLevels, type StoredChange } from './pending-change.ts';

const hourSeconds = 3_600;
const day = 24 * hourSeconds;

/**
 * The value of the label `risk` for a change without a stored risk, for example because one call decided too
 * many changes to assess them.
 */
const unknownRisk = 'unknown';

/**
 * Registers the histogram of two durations: from the proposal of a change to its decision, and from the
 * proposal to the apply.
 *
 * @returns a function that adds changes to the histogram; call it once their decision or apply is stored
 */
export function measureDecisions({
  registry,
}: Pick<Metrics, 'registry'>): (changes: readonly StoredChange[]) => void {
  const durations = new Histogram({
    name: 'modelref_decision_duration_seconds',
    help: 'Time from the proposal of a change to its decision or apply, by outcome and by the risk at the decision.',
    labelNames: ['outcome', 'risk'],
    buckets: [60, 600, hourSeconds, 6 * hourSeconds, day, 3 * day, 7 * day, 14 * day, 30 * day, 90 * day],
    registers: [registry],
  });
  // Initialise each series with zero: Prometheus detects an increase only in an existing series.
  for (const outcome of [...decisionOutcomes, 'applied']) {
    for (const risk of [...riskLevels, unknownRisk]) durations.zero({ outcome, risk });
  }
  return (changes) => {
    for (const change of changes) {
      const risk = change.decided_risk ?? unknownRisk;
      if (change.status === 'applied' && change.applied_at !== null) {
        durations.observe({ outcome: 'applied', risk }, Math.max(0, change.applied_at - change.requested_at));
        continue;
      }
      const decision = findDecision(change);
      if (decision) durations.observe({ outcome: decision.outcome, risk }, decision.seconds);
    }
  };
}
