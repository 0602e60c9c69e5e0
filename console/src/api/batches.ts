import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import type { RevertPreview } from './review-types.ts';
import { session } from './session.ts';
import { type UndoResult, undo } from './undo.ts';

const batchesPageSize = 25;

/** Loads the batches page by page, newest first. */
export function useBatches() {
  const { id } = session.use();
  return useInfiniteQuery({
    queryKey: ['batches', 'list', id],
    queryFn: ({ pageParam, signal }) =>
      registry.queue.batchPage({ limit: batchesPageSize, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function useBatch(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'one', id, batchId],
    queryFn: ({ signal }) => registry.queue.batch(batchId, { signal }),
  });
}

export function useNetChanges(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'net', id, batchId],
    queryFn: ({ signal }) => registry.queue.netChanges(batchId, { signal }),
  });
}

/**
 * Loads the changes that a revert of the batch would queue. Not cached: each opened dialog loads them again.
 */
export function useRevertPreview(batchId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['batches', 'revert', id, batchId],
    queryFn: ({ signal }) => registry.queue.revertPreview(batchId, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

const undoKey = ['undo'];

/** Returns a function that tells whether the caller is currently undoing a batch. */
export function useIsUndoing(): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ mutationKey: undoKey }) > 0;
}

/**
 * Queues the changes that undo a batch. With a `title`, `undo` then approves them as a batch with that title
 * and applies them, unless more approvals are needed. `seen` is the preview that was shown to the caller.
 */
export function useUndo(batchId: number) {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  return useMutation({
    mutationKey: undoKey,
    mutationFn: ({ seen, title }: { seen: RevertPreview; title?: string }): Promise<UndoResult> =>
      sendWithKey(batchId, async (idempotencyKey) =>
        title === undefined
          ? { queued: await registry.queue.revert(batchId, { idempotencyKey }) }
          : undo(registry.queue, batchId, { seen, title, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries(),
  });
}
