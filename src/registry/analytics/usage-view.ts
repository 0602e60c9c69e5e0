import type { BackendVariation, ModelUsage, UsageTotals } from './model-usage.ts';
import type { WorkerStatus } from './usage-data.ts';

/** A model's usage as answers show it. */
export interface UsageView {
  queued_jobs: number | null;
  performance: number | null;
  /** Seconds. */
  eta: number | null;
  queued: number | null;
  /** Null when nothing was ever used. */
  usage_stats: UsageTotals | null;
  worker_summaries: Record<string, WorkerSummary> | null;
  /** By backend; empty where there are none or nobody asked. */
  backend_variations: Record<string, BackendVariation>;
  worker_count: number;
}

type WorkerSummary = Omit<WorkerStatus, 'models'>;

export function usageView(
  usage: ModelUsage,
  { backendVariations }: { backendVariations: boolean },
): UsageView {
  const { status, workers, variations } = usage;
  const { day, month, total } = usage.usage;
  const shown = backendVariations ? variations : [];
  return {
    queued_jobs: status?.jobs ?? null,
    performance: status?.performance ?? null,
    eta: status?.eta ?? null,
    queued: status?.queued ?? null,
    usage_stats: day + month + total > 0 ? { day, month, total } : null,
    worker_summaries:
      workers === null ? null : Object.fromEntries(workers.map((worker) => [worker.id, summaryOf(worker)])),
    backend_variations: Object.fromEntries(shown.map((one) => [one.backend, { ...one }])),
    worker_count: usage.worker_count,
  };
}

function summaryOf({ id, name, performance, online, trusted, uptime }: WorkerStatus): WorkerSummary {
  return { id, name, performance, online, trusted, uptime };
}
