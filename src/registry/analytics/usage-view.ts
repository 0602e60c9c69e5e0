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
  backend_variations: Record<string, BackendVariation> | null;
  worker_count: number;
}

type WorkerSummary = Omit<WorkerStatus, 'models'>;

export function usageView(
  usage: ModelUsage,
  { backendVariations }: { backendVariations: boolean },
): UsageView {
  const { status, workers, variations } = usage;
  const { day, month, total } = usage.usage;
  const shown = backendVariations && variations.length > 0;
  return {
    queued_jobs: status?.jobs ?? null,
    performance: status?.performance ?? null,
    eta: status?.eta ?? null,
    queued: status?.queued ?? null,
    usage_stats: day + month + total > 0 ? { day, month, total } : null,
    worker_summaries:
      workers === null ? null : Object.fromEntries(workers.map((worker) => [worker.id, summaryOf(worker)])),
    backend_variations: shown ? Object.fromEntries(variations.map((one) => [one.backend, { ...one }])) : null,
    worker_count: usage.worker_count,
  };
}

function summaryOf({ id, name, performance, online, trusted, uptime }: WorkerStatus): WorkerSummary {
  return { id, name, performance, online, trusted, uptime };
}
