import { Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { EvidenceCopy } from './follow-evidence.ts';
import type { ReplicaStatus } from './replica.ts';

/** Shows from now on how far a replica is behind its primary. */
export function measureReplica(
  { registry }: Pick<Metrics, 'registry'>,
  status: () => ReplicaStatus,
  evidence: EvidenceCopy | null,
): void {
  new Gauge({
    name: 'modelref_replica_lag_seconds',
    help: 'Seconds since the copy was known to be what its source has; absent while there is no copy.',
    registers: [registry],
    // Each worker follows for itself, into the same copy: the most recent news counts.
    aggregator: 'min',
    collect() {
      const { lagSeconds } = status();
      this.reset();
      if (lagSeconds !== null) this.set(lagSeconds);
    },
  });
  new Gauge({
    name: 'modelref_replica_failing',
    help: '1 while the latest try to bring the copy forward failed.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(status().problem === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'modelref_replica_evidence_age_seconds',
    help: 'Seconds since it was known what the primary has learned of files; absent while it tells nothing.',
    registers: [registry],
    aggregator: 'min',
    collect() {
      const age = evidence?.ageSeconds() ?? null;
      this.reset();
      if (age !== null) this.set(age);
    },
  });
}
