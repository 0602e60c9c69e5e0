import { useQuery } from '@tanstack/react-query';
import { isAddressable } from '#client';
import { inCategory, registry } from './client.ts';
import type { CategoryName, UsageStats } from './types.ts';

/** The categories that the horde reports usage of. */
export const categoriesWithUsage: ReadonlySet<CategoryName> = new Set([
  'image_generation',
  'text_generation',
]);

export type UsageByModel = Readonly<Record<string, UsageStats>>;

const statistics = '/model_references/statistics/{model_category_name}/with-stats';

/**
 * Live usage of every model of a category, by name. Workers are those that the horde counts: a list of them,
 * where one is read, holds fewer. Errors when the usage source is down: pages go on without it.
 */
export function useUsage(category: CategoryName, wanted = true) {
  return useQuery({
    queryKey: ['usage', category],
    queryFn: ({ signal }) =>
      registry.request('get', statistics, {
        path: inCategory(category),
        query: { include_backend_variations: true, sort_by: 'name' },
        signal,
      }),
    enabled: wanted && categoriesWithUsage.has(category),
    staleTime: 60_000,
    retry: false,
  });
}

/** How much a model has been used, day by day, as far as it was noted. */
export function useUsageHistory(category: CategoryName, name: string) {
  return useQuery({
    queryKey: ['usage', category, 'history', name],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/v2/{model_category_name}/model/{model_name}/usage', {
        path: { ...inCategory(category), model_name: name },
        query: { days: 180 },
        signal,
      }),
    enabled: categoriesWithUsage.has(category) && isAddressable(name),
    staleTime: 600_000,
    retry: false,
  });
}

/** The workers that the horde lists for each model of a category. */
export function useWorkers(category: CategoryName, wanted: boolean) {
  return useQuery({
    queryKey: ['usage', 'workers', category],
    queryFn: async ({ signal }) => {
      const usage = await registry.request('get', statistics, {
        path: inCategory(category),
        query: { include_workers: true, sort_by: 'name' },
        signal,
      });
      return new Map(
        Object.entries(usage).map(([name, stats]) => [name, Object.values(stats.worker_summaries ?? {})]),
      );
    },
    enabled: wanted,
    staleTime: 60_000,
    retry: false,
  });
}
