import { Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { ReplicaStatus } from './replica.ts';

/**
 * Registers the metrics of a replica: the age of its copy, and whether the latest update of the copy failed.
 */
export function measureReplica({ registry }: Pick<Metrics, 'registry'>, status: () => ReplicaStatus): void {
  new Gauge({
    name: 'modelref_replica_lag_seconds',
    help: 'Seconds since the copy was last confirmed to match its source; absent while there is no copy.',
    registers: [registry],
    collect() {
      const { lagSeconds } = status();
      this.reset();
      if (lagSeconds !== null) this.set(lagSeconds);
    },
  });
  new Gauge({
    name: 'modelref_replica_failing',
    help: '1 if the latest attempt to update the copy failed.',
    registers: [registry],
    collect() {
      this.set(status().problem === null ? 0 : 1);
    },
  });
}
