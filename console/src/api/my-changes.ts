import { useQuery } from '@tanstack/react-query';
import { registry } from './client.ts';
import type { ReviewedChange } from './review-types.ts';
import { keepPreviousOf, session } from './session.ts';
import type { ChangeStatus } from './types.ts';

export interface MyChangesFilter {
  readonly status?: ChangeStatus | undefined;
  readonly category?: string | undefined;
}

function readPage({ status, category }: MyChangesFilter, offset: number, limit: number, signal: AbortSignal) {
  const statuses = status && [status];
  const categories = category ? [category] : undefined;
  return registry.queue.page({ statuses, categories, offset, limit, mine: true }, { signal });
}

/**
 * Loads a page of the caller's own changes, newest first. The service lists the oldest first, so this
 * function reads pages from the end of the service's list.
 */
export function useMyChanges(filter: MyChangesFilter, page: number, size: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'mine', id, filter, page, size],
    queryFn: async ({ signal }): Promise<{ items: readonly ReviewedChange[]; total: number }> => {
      const { total } = await readPage(filter, 0, 1, signal);
      const end = total - page * size;
      if (end <= 0) return { items: [], total };
      const offset = Math.max(0, end - size);
      const { items } = await readPage(filter, offset, end - offset, signal);
      return { items: items.toReversed(), total };
    },
    placeholderData: keepPreviousOf(id),
  });
}

/** Loads one of the caller's own changes; null if the caller has no change with this id. */
export function useMyChange(changeId: number | undefined) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'mine', id, 'one', changeId],
    queryFn: async ({ signal }): Promise<ReviewedChange | null> => {
      for await (const change of registry.queue.changes({ mine: true }, { signal })) {
        if (change.change_id === changeId) return change;
      }
      return null;
    },
    enabled: changeId !== undefined,
  });
}
