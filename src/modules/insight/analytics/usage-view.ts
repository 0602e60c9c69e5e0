import type { WorkerStatus } from '../../../outside/usage-source.ts';
import type { BackendVariation, ModelUsage, UsageTotals } from './model-usage.ts';

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
  worker_count: number;
}

/** The same, and how each backend serves the model. */
export interface UsageWithVariations extends UsageView {
  /** By backend; empty where there are none or nobody asked. */
  backend_variations: Record<string, BackendVariation>;
}

type WorkerSummary = Omit<WorkerStatus, 'models'>;

export function usageView(usage: ModelUsage): UsageView {
  const { status, workers } = usage;
  const { day, month, total } = usage.usage;
  return {
    queued_jobs: status?.jobs ?? null,
    performance: status?.performance ?? null,
    eta: status?.eta ?? null,
    queued: status?.queued ?? null,
    usage_stats: day + month + total > 0 ? { day, month, total } : null,
    worker_summaries:
      workers === null ? null : Object.fromEntries(workers.map((worker) => [worker.id, summaryOf(worker)])),
    worker_count: usage.worker_count,
  };
}

export function usageWithVariations(
  usage: ModelUsage,
  { backendVariations }: { backendVariations: boolean },
): UsageWithVariations {
  const { worker_count, ...view } = usageView(usage);
  const shown = backendVariations ? usage.variations : [];
  const backend_variations = Object.fromEntries(shown.map((one) => [one.backend, { ...one }]));
  return { ...view, backend_variations, worker_count };
}

function summaryOf({ id, name, performance, online, trusted, uptime }: WorkerStatus): WorkerSummary {
  return { id, name, performance, online, trusted, uptime };
}
