import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queue } from './changes.ts';
import { api, unwrap } from './client.ts';
import type { RevertAnswer, RevertPreview } from './review-types.ts';
import { session } from './session.ts';

const audit = `${queue}/audit` as const;

const batchesPageSize = 25;

/** Batches, newest first. */
export function useBatches() {
  const { id } = session.use();
  return useInfiniteQuery({
    queryKey: ['batches', 'list', id],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: batchesPageSize, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(api.GET(`${audit}/batches`, { params: { query }, signal }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function useBatch(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'one', id, batchId],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`${audit}/batches/{batch_id}`, { params: { path: { batch_id: batchId } }, signal })),
  });
}

export function useNetChanges(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'net', id, batchId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(`${audit}/batches/{batch_id}/net_changes`, {
          params: { path: { batch_id: batchId } },
          signal,
        }),
      ),
  });
}

async function revert(batchId: number, dryRun: boolean, signal?: AbortSignal) {
  return unwrap(
    api.POST(`${audit}/batches/{batch_id}/revert`, {
      params: { path: { batch_id: batchId }, ...(dryRun && { query: { dry_run: true } }) },
      ...(signal && { signal }),
    }),
  );
}

/** What a revert would queue; asked for anew each time it is looked at. */
export function useRevertPreview(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'revert', id, batchId],
    queryFn: async ({ signal }) => (await revert(batchId, true, signal)) as RevertPreview,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Queues what undoes the batch. */
export function useRevert(batchId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await revert(batchId, false)) as RevertAnswer,
    onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
  });
}
