import { Counter } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { RepositoryStatus } from './bridge-state.ts';

const gauges: readonly {
  readonly name: string;
  readonly help: string;
  /** Returns the value of the metric for a repository; null if there is no value yet. */
  readonly readValue: (status: RepositoryStatus) => number | null;
}[] = [
  {
    name: 'modelref_bridge_conflicts',
    help: 'Models with conflicting changes in the registry and a public repository that wait for a decision.',
    readValue: ({ conflicts }) => conflicts.length,
  },
  {
    name: 'modelref_bridge_problems',
    help: 'Unacknowledged problems of the last sync with a public repository: files and models that could not be read, imported or pushed.',
    readValue: ({ problems }) => problems.filter(({ acknowledged }) => !acknowledged).length,
  },
  {
    name: 'modelref_bridge_held_files',
    help: 'Files of a public repository that are held until an approver accepts their commit.',
    readValue: ({ question, accepted }) => (accepted ? 0 : (question?.files.length ?? 0)),
  },
  {
    name: 'modelref_bridge_outgoing_models',
    help: 'Models whose changes in the registry are not merged in the public repository yet.',
    readValue: ({ outgoing }) => outgoing,
  },
  {
    name: 'modelref_bridge_lag_commits',
    help: 'Commits of a public repository that are not imported yet.',
    readValue: ({ behind }) => behind,
  },
  {
    name: 'modelref_bridge_last_success_age_seconds',
    help: 'Seconds since the last successful sync with a public repository; absent before the first.',
    readValue: ({ synced_at: at }) => (at === null ? null : Math.max(0, Math.floor(Date.now() / 1000) - at)),
  },
];

/**
 * Registers the metrics of the bridge.
 * @returns a function that counts one sync; call it after every sync of a repository
 */
export function measureBridge(
  { registry, stored }: Pick<Metrics, 'registry' | 'stored'>,
  status: () => Promise<readonly RepositoryStatus[]>,
): (repository: string, outcome: 'ok' | 'failed') => void {
  const runs = new Counter({
    name: 'modelref_bridge_runs_total',
    help: 'Syncs with a public repository by outcome, in the instance that runs the bridge.',
    labelNames: ['repository', 'outcome'],
    registers: [registry],
  });
  // All metrics of a scrape share one read.
  const statusReads = new SingleFlight<readonly RepositoryStatus[]>();
  for (const { name, help, readValue } of gauges) {
    stored.gauge(name, help, 'repository', async () =>
      (await statusReads.run('status', status)).map((each) => [each.repository, readValue(each)]),
    );
  }
  return (repository, outcome) => runs.inc({ repository, outcome });
}
