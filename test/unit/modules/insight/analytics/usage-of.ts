import type { ModelStatus, UsageData, WorkerStatus } from '../../../../../src/outside/usage-client.ts';

type Counts = Readonly<Record<string, number>>;

export interface UpstreamCounts {
  readonly status?: readonly Partial<ModelStatus>[];
  readonly day?: Counts;
  readonly month?: Counts;
  readonly total?: Counts;
  readonly workers?: readonly Partial<WorkerStatus>[];
}

/** Upstream data from what matters in a test. */
export function usageOf({
  status = [],
  day = {},
  month = {},
  total = {},
  workers = [],
}: UpstreamCounts): UsageData {
  const noStatus = { name: '', count: 0, jobs: 0, queued: 0, eta: 0, performance: 0 };
  const noWorker = { id: '', name: '', performance: '', online: true, trusted: false, uptime: 0, models: [] };
  return {
    status: status.map((one) => ({ ...noStatus, ...one })),
    stats: {
      day: new Map(Object.entries(day)),
      month: new Map(Object.entries(month)),
      total: new Map(Object.entries(total)),
    },
    workers: workers.map((one) => ({ ...noWorker, ...one })),
  };
}
