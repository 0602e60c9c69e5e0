import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queue } from './changes.ts';
import { getJson } from './json-requests.ts';
import { mostChanges } from './queue.ts';
import type { ReviewedChange, ReviewedPage } from './review-types.ts';
import { session } from './session.ts';
import type { ChangeStatus } from './types.ts';

export interface MyChangesFilter {
  readonly status?: ChangeStatus | undefined;
  readonly category?: string | undefined;
}

function pagePath(filter: MyChangesFilter, offset: number, limit: number): string {
  const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
  if (filter.status) query.append('statuses', filter.status);
  if (filter.category) query.append('categories', filter.category);
  return `${queue}/my_changes?${query}`;
}

/** Own changes, newest first; the service lists them oldest first, so pages are counted from the end. */
export function useMyChanges(filter: MyChangesFilter, page: number, size: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'mine', id, filter, page, size],
    queryFn: async ({ signal }): Promise<{ items: readonly ReviewedChange[]; total: number }> => {
      const { total } = await getJson<ReviewedPage>(pagePath(filter, 0, 1), signal);
      const end = total - page * size;
      if (end <= 0) return { items: [], total };
      const offset = Math.max(0, end - size);
      const { items } = await getJson<ReviewedPage>(pagePath(filter, offset, end - offset), signal);
      return { items: items.toReversed(), total };
    },
    placeholderData: keepPreviousData,
  });
}

/** One of the caller's changes; null when none of them has this number. */
export function useMyChange(changeId: number | undefined) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'mine', id, 'one', changeId],
    queryFn: async ({ signal }): Promise<ReviewedChange | null> => {
      for (let offset = 0; ; offset += mostChanges) {
        const page = await getJson<ReviewedPage>(pagePath({}, offset, mostChanges), signal);
        const found = page.items.find((change) => change.change_id === changeId);
        if (found) return found;
        if (offset + page.items.length >= page.total || page.items.length === 0) return null;
      }
    },
    enabled: changeId !== undefined,
  });
}
