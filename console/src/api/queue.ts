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
  /** The highest risk first; else in ascending id. */
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

export function useChange(changeId: number | undefined) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'one', id, changeId],
    queryFn: changeId === undefined ? skipToken : ({ signal }) => registry.queue.change(changeId, { signal }),
  });
}

/** Several changes held against the live records. */
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
  /** The versions that were looked at, by change id. */
  readonly versions: Readonly<Record<string, number>>;
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
    mutationFn: ({ verdict, changeIds, versions, title, reason }: Decision) =>
      verdict === 'approve'
        ? registry.queue.approve(changeIds, title, { versions })
        : registry.queue.reject(changeIds, reason, { title, versions }),
    onSettled: () => fresh.queue(),
  });
}

/**
 * What to apply: these changes, or all approved ones of a batch. The same job id makes sending it again safe.
 */
export type Application = { readonly jobId: string } & AppliedChanges;

/** One call is one transaction, whatever its size. */
export function useApply() {
  const fresh = useFreshness();
  return useMutation({
    mutationFn: async (application: Application): Promise<ApplyAnswer> => {
      try {
        return await registry.queue.apply(application, { jobId: application.jobId });
      } catch (error) {
        // A call that stopped half way says what it has applied before.
        if (error instanceof ApplyStopped) return error.result;
        throw error;
      }
    },
    onSettled: () => fresh.everything(),
  });
}
