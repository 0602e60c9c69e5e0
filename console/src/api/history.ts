import { useInfiniteQuery } from '@tanstack/react-query';
import { isAddressable } from '#client';
import { categoryParameterOf, registry } from './client.ts';
import type { CategoryName } from './types.ts';

const historyPageSize = 20;

/** Loads the history of a model page by page, newest first. `fetchNextPage` loads older entries. */
export function useHistory(category: CategoryName, name: string) {
  return useInfiniteQuery({
    queryKey: ['history', category, name],
    queryFn: ({ pageParam, signal }) =>
      registry.request('get', '/model_references/v2/{model_category_name}/model/{model_name}/history', {
        path: { ...categoryParameterOf(category), model_name: name },
        query: { limit: historyPageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    enabled: isAddressable(name),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
