import { useQuery } from '@tanstack/react-query';
import { isAddressable } from '#client';
import { categoryParameterOf, registry } from './client.ts';
import type { CategoryName, UsageStats } from './types.ts';

/** The categories for which the AI-Horde reports usage. */
export const categoriesWithUsage: ReadonlySet<CategoryName> = new Set([
  'image_generation',
  'text_generation',
]);

export type UsageByModel = Readonly<Record<string, UsageStats>>;

const statisticsPath = '/model_references/statistics/{model_category_name}/with-stats';

/**
 * Loads the current usage of all models of a category, by model name. A model's number of workers can be
 * higher than the length of the list that `useWorkers` loads. Fails while the source of usage numbers does
 * not respond.
 */
export function useUsage(category: CategoryName, wanted = true) {
  return useQuery({
    queryKey: ['usage', category],
    queryFn: ({ signal }) =>
      registry.request('get', statisticsPath, {
        path: categoryParameterOf(category),
        query: { include_backend_variations: true, sort_by: 'name' },
        signal,
      }),
    enabled: wanted && categoriesWithUsage.has(category),
    staleTime: 60_000,
    retry: false,
  });
}

/** Loads a model's daily usage for the last 180 days at most. */
export function useUsageHistory(category: CategoryName, name: string) {
  return useQuery({
    queryKey: ['usage', category, 'history', name],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/v2/{model_category_name}/model/{model_name}/usage', {
        path: { ...categoryParameterOf(category), model_name: name },
        query: { days: 180 },
        signal,
      }),
    enabled: categoriesWithUsage.has(category) && isAddressable(name),
    staleTime: 600_000,
    retry: false,
  });
}

/** Loads the workers that the AI-Horde lists for each model of a category, by model name. */
export function useWorkers(category: CategoryName, wanted: boolean) {
  return useQuery({
    queryKey: ['usage', 'workers', category],
    queryFn: async ({ signal }) => {
      const usage = await registry.request('get', statisticsPath, {
        path: categoryParameterOf(category),
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
