import type { CategoryDefinition } from '../../../records/categories/category.ts';
import type { Store } from '../../../store/store.ts';
import { usageKindOf } from '../category-usage.ts';
import { usageSampleStore } from '../store.ts';

/** A model's use on one day. */
export interface UsageOfDay {
  /** UTC, `2026-01-31`. */
  readonly date: string;
  /** Uses in the 24 hours before it was asked for, in the month before, and ever. */
  readonly day: number;
  readonly month: number;
  readonly total: number;
  readonly workers: number;
}

/** How much models have been used, day by day. */
export interface UsageHistory {
  /**
   * The latest days that there is a sample of, the oldest first. Days on which the model was not used at all,
   * or the usage service did not answer, are missing.
   * @throws RegistryError bad_request for a category whose models nobody counts the usage of
   */
  of(category: CategoryDefinition, name: string, days: number): Promise<UsageOfDay[]>;
}

const dayMs = 86_400_000;

export function createUsageHistory({ store }: { store: Pick<Store, 'read'> }): UsageHistory {
  return {
    of: async (category, name, days) => {
      usageKindOf(category, 'Usage over time is');
      const samples = await store.read((reader) => usageSampleStore(reader).of(category.name, name, days));
      return samples.reverse().map(({ day, used_day, used_month, used_total, workers }) => ({
        date: new Date(day * dayMs).toISOString().slice(0, 10),
        day: used_day,
        month: used_month,
        total: used_total,
        workers,
      }));
    },
  };
}
