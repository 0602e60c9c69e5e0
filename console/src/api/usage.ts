import { useQuery } from '@tanstack/react-query';
import { api, inCategory, unwrap } from './client.ts';
import type { CategoryName, UsageStats } from './types.ts';

/** The categories that the horde reports usage of. */
export const categoriesWithUsage: ReadonlySet<CategoryName> = new Set([
  'image_generation',
  'text_generation',
]);

export type UsageByModel = Readonly<Record<string, UsageStats>>;

/**
 * Live usage of every model of a category, by name. Errors when the usage source is down: pages go on without
 * it.
 */
export function useUsage(category: CategoryName, wanted = true) {
  return useQuery({
    queryKey: ['usage', category],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/model_references/statistics/{model_category_name}/with-stats', {
          params: {
            path: inCategory(category),
            query: { include_workers: true, include_backend_variations: true, sort_by: 'name' },
          },
          signal,
        }),
      ),
    enabled: wanted && categoriesWithUsage.has(category),
    staleTime: 60_000,
    retry: false,
  });
}
