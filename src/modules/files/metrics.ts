import { Gauge } from 'prom-client';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { FileEvidenceViews } from './file-evidence.ts';

export function measureFiles({ registry }: Pick<Metrics, 'registry'>, evidence: FileEvidenceViews): void {
  new Gauge({
    name: 'modelref_files',
    help: 'Files of live records by verdict.',
    labelNames: ['verdict'],
    registers: [registry],
    collect() {
      for (const [verdict, count] of Object.entries(evidence.counts().verdicts)) this.set({ verdict }, count);
    },
  });
  new Gauge({
    name: 'modelref_files_oldest_look_seconds',
    help: 'Seconds since the oldest check of a file, among checked files.',
    registers: [registry],
    collect() {
      const oldestCheckAt = evidence.oldestCheckTime();
      this.reset();
      if (oldestCheckAt !== null) this.set(Math.max(0, Math.floor(Date.now() / 1000) - oldestCheckAt));
    },
  });
}
