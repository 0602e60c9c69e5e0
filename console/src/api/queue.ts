import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Application as AppliedChanges, ApplyStopped } from '#client';
import { registry } from './client.ts';
import type { ApplyAnswer, ReviewedPage } from './review-types.ts';
import { session } from './session.ts';
import type { ChangeStatus, RiskLevel } from './types.ts';

export const changeStatuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];

export interface QueueFilter {
  readonly statuses: readonly ChangeStatus[];
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly requestor?: string | undefined;
  readonly batch?: number | undefined;
  readonly risk?: RiskLevel | undefined;
  /** True: the highest risk first; else ascending ids. */
  readonly riskiestFirst?: boolean | undefined;
}

/** Changes on one page of the queue. */
export const queuePageSize = 50;

function readChanges(
  { statuses, category, name, requestor, batch, risk, riskiestFirst }: QueueFilter,
  page: { offset: number; limit: number },
  signal: AbortSignal,
): Promise<ReviewedPage> {
  const filter = {
    statuses,
    categories: category ? [category] : undefined,
    model_name: name || undefined,
    requestor: requestor || undefined,
    batch_id: batch || undefined,
    risks: risk ? [risk] : undefined,
    sort: riskiestFirst ? ('risk' as const) : undefined,
  };
  return registry.queue.page({ ...filter, ...page }, { signal });
}

/**
 * Milliseconds between reads of a visible list, so that colleagues' proposals and decisions show by
 * themselves. The feed tells of live records only.
 */
const listInterval = 3000;
/** Milliseconds between reads of counts, which may change without the list changing. */
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

/** Reads everything else about the queue again once a list has changed. */
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

/** The number of changes in each status, under the other filters. */
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

export function useChange(changeId: number | undefined) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'one', id, changeId],
    queryFn: changeId === undefined ? skipToken : ({ signal }) => registry.queue.change(changeId, { signal }),
  });
}

/** Several changes compared with the live records. */
export function useChangeDiffs(changeIds: readonly number[]) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'diffs', id, changeIds],
    queryFn: ({ signal }) => registry.queue.diffs(changeIds, { signal }),
    enabled: changeIds.length > 0,
  });
}

export function useChangeDiff(changeId: number) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'diff', id, changeId],
    queryFn: ({ signal }) => registry.queue.diff(changeId, { signal }),
  });
}

export interface Decision {
  readonly verdict: 'approve' | 'reject';
  readonly changeIds: readonly number[];
  /** The versions that the approver has seen, by change id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly title: string;
  readonly reason: string;
}

/** Reads again what a decision or an apply touches: the queue, batches, and after an apply all records. */
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
    mutationFn: ({ verdict, changeIds, versions, title, reason }: Decision) =>
      verdict === 'approve'
        ? registry.queue.approve(changeIds, title, { versions })
        : registry.queue.reject(changeIds, reason, { title, versions }),
    onSettled: () => fresh.queue(),
  });
}

/**
 * The changes to apply: some, or all approved ones of a batch. Sending the same job id again applies nothing
 * twice.
 */
export type Application = { readonly jobId: string } & AppliedChanges;

/** Applies changes. One call is one transaction, whatever its size. */
export function useApply() {
  const fresh = useFreshness();
  return useMutation({
    mutationFn: async (application: Application): Promise<ApplyAnswer> => {
      try {
        return await registry.queue.apply(application, { jobId: application.jobId });
      } catch (error) {
        // A call that stopped half way lists the changes that it has applied.
        if (error instanceof ApplyStopped) return error.result;
        throw error;
      }
    },
    onSettled: () => fresh.everything(),
  });
}
