import { byCodePoint } from '../../../records/text-names/sorted-strings.ts';
import type { ModelUsage } from './model-usage.ts';
import { type UsageWithVariations, usageWithVariations } from './usage-view.ts';

interface NamedUsage {
  readonly name: string;
  readonly usage: ModelUsage;
}

const orders: Readonly<Record<string, (a: NamedUsage, b: NamedUsage) => number>> = {
  worker_count: (a, b) => a.usage.worker_count - b.usage.worker_count,
  usage_total: (a, b) => a.usage.usage.total - b.usage.usage.total,
  usage_month: (a, b) => a.usage.usage.month - b.usage.usage.month,
  name: (a, b) => byCodePoint(a.name, b.name),
};

export interface WithStatsQuery {
  /** Keeps the models with at least so many workers. */
  readonly minWorkerCount?: number | undefined;
  /** `worker_count`, `usage_total`, `usage_month` or `name`; anything else leaves stored order. */
  readonly sortBy?: string | undefined;
  readonly descending: boolean;
  readonly backendVariations: boolean;
}

/**
 * The usage of the models, as entries and not as an object: an object would put names that are numbers first.
 * @param usage of the same models as `names`, in stored order
 */
export function usageByName(
  names: readonly string[],
  usage: readonly ModelUsage[],
  query: WithStatsQuery,
): [name: string, usage: UsageWithVariations][] {
  const { minWorkerCount = 0, sortBy = '', descending, backendVariations } = query;
  const listed = names
    .map((name, position): NamedUsage => ({ name, usage: usage[position]! }))
    .filter((one) => one.usage.worker_count >= minWorkerCount);
  const order = Object.hasOwn(orders, sortBy) ? orders[sortBy] : undefined;
  if (order) listed.sort((a, b) => (descending ? order(b, a) : order(a, b)));
  return listed.map((one) => [one.name, usageWithVariations(one.usage, { backendVariations })]);
}
