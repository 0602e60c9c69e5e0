import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queue } from './changes.ts';
import { api, unwrap } from './client.ts';
import { ApiError } from './errors.ts';
import type { ApplyAnswer, ReviewedPage } from './review-types.ts';
import { session } from './session.ts';
import type { CategoryParameter, ChangeStatus, PendingChange } from './types.ts';

export const changeStatuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];

export interface QueueFilter {
  readonly statuses: readonly ChangeStatus[];
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly requestor?: string | undefined;
  readonly batch?: number | undefined;
}

/** Changes on one page of the queue. */
export const queuePageSize = 50;
/** The most that one answer of the queue holds. */
export const mostChanges = 500;
/** Characters of a name, or of a person's, that the queue filters by. */
const longestName = 200;

async function readChanges(
  filter: QueueFilter,
  page: { offset: number; limit: number },
  signal: AbortSignal,
): Promise<ReviewedPage> {
  const { statuses, category, name, requestor, batch } = filter;
  const query = {
    ...page,
    statuses: [...statuses],
    ...(category && { categories: [category as CategoryParameter] }),
    ...(name && { model_name: name.slice(0, longestName) }),
    ...(requestor && { requestor: requestor.slice(0, longestName) }),
    ...(batch && { batch_id: batch }),
  };
  return (await unwrap(api.GET(`${queue}/changes`, { params: { query }, signal }))) as ReviewedPage;
}

/**
 * Milliseconds after which a list that is looked at is asked for again: what colleagues propose and decide
 * shows by itself. The feed tells of live records only.
 */
const listInterval = 3000;
/** The same for what a list does not show to have changed. */
const countInterval = 20_000;

export function useQueuePage(filter: QueueFilter, page: number, size = queuePageSize) {
  const { id } = session.use();
  const query = useQuery({
    queryKey: ['changes', 'queue', id, filter, page, size],
    queryFn: ({ signal }) => readChanges(filter, { offset: page * size, limit: size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: listInterval,
  });
  useRenewalOfTheRest(query.isPlaceholderData ? undefined : query.data);
  return query;
}

/** Once a list has become another one, what else is shown of the queue is asked for anew. */
function useRenewalOfTheRest(list: ReviewedPage | undefined): void {
  const client = useQueryClient();
  const known = useRef(list);
  useEffect(() => {
    // Equal answers are the same object.
    if (known.current !== undefined && list !== undefined && known.current !== list) {
      void client.invalidateQueries({
        queryKey: ['changes'],
        predicate: ({ queryKey }) => queryKey[1] !== 'queue',
      });
    }
    known.current = list;
  }, [list, client]);
}

/** How many changes each status has under the other filters. */
export function useStatusCounts(filter: Omit<QueueFilter, 'statuses'>) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'counts', id, filter],
    queryFn: async ({ signal }) => {
      const counts = changeStatuses.map(async (status) => {
        const page = await readChanges({ ...filter, statuses: [status] }, { offset: 0, limit: 1 }, signal);
        return [status, page.total] as const;
      });
      return Object.fromEntries(await Promise.all(counts)) as Record<ChangeStatus, number>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: countInterval,
  });
}

export function useChange(changeId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'one', id, changeId],
    queryFn: async ({ signal }) =>
      (await unwrap(
        api.GET(`${queue}/changes/{change_id}`, { params: { path: { change_id: changeId } }, signal }),
      )) as PendingChange,
  });
}

/** Several changes held against the live records. */
export function useChangeDiffs(changeIds: readonly number[]) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'diffs', id, changeIds],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`${queue}/diffs`, { params: { query: { change_ids: [...changeIds] } }, signal })),
    enabled: changeIds.length > 0,
  });
}

export function useChangeDiff(changeId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'diff', id, changeId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(`${queue}/changes/{change_id}/diff`, { params: { path: { change_id: changeId } }, signal }),
      ),
  });
}

export interface Decision {
  readonly verdict: 'approve' | 'reject';
  readonly changeIds: readonly number[];
  readonly title: string;
  readonly reason: string;
}

/** What a decision or an apply touches: the queue, batches, and with an apply all records. */
function useFreshness() {
  const client = useQueryClient();
  return {
    queue: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['changes'] }),
        client.invalidateQueries({ queryKey: ['batches'] }),
      ]),
    everything: () => client.invalidateQueries(),
  };
}

export function useDecide() {
  const fresh = useFreshness();
  return useMutation({
    mutationFn: ({ verdict, changeIds, title, reason }: Decision) => {
      const ids = [...changeIds];
      const decided =
        verdict === 'approve' ? { approved_ids: ids } : { rejected_ids: ids, reject_reason: reason };
      return unwrap(api.POST(`${queue}/batches`, { body: { batch_title: title, ...decided } }));
    },
    onSettled: () => fresh.queue(),
  });
}

/**
 * What to apply: these changes, or all approved ones of a batch. The same job id makes sending it again safe.
 */
export type Application = { readonly jobId: string } & (
  | { readonly changeIds: readonly number[] }
  | { readonly batchId: number }
);

/** One call is one transaction, whatever its size. */
export function useApply() {
  const fresh = useFreshness();
  return useMutation({
    mutationFn: async (application: Application): Promise<ApplyAnswer> => {
      try {
        return await sendApplication(application);
      } catch (error) {
        // A call that stopped half way says in its body what it has applied before.
        if (error instanceof ApiError && isApplyAnswer(error.body)) return error.body;
        throw error;
      }
    },
    onSettled: () => fresh.everything(),
  });
}

function sendApplication(application: Application): Promise<ApplyAnswer> {
  const { jobId } = application;
  if ('changeIds' in application) {
    const body = { change_ids: [...application.changeIds], job_id: jobId };
    return unwrap(api.POST(`${queue}/apply`, { body }));
  }
  const params = { path: { batch_id: application.batchId }, query: { job_id: jobId } };
  return unwrap(api.POST(`${queue}/apply_batch/{batch_id}`, { params }));
}

function isApplyAnswer(body: unknown): body is ApplyAnswer {
  return typeof body === 'object' && body !== null && 'applied' in body && Array.isArray(body.applied);
}
