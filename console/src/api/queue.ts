import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Application as AppliedChanges, ApplyStopped, hasStatus, mostChanges } from '#client';
import { registry } from './client.ts';
import { renewalInterval } from './queue-news.ts';
import type { ApplyAnswer, ReviewedChange, ReviewedPage } from './review-types.ts';
import { session } from './session.ts';
import type { ChangeStatus, RiskLevel } from './types.ts';

export interface QueueFilter {
  readonly statuses: readonly ChangeStatus[];
  readonly category?: string | undefined;
  readonly name?: string | undefined;
  readonly requestor?: string | undefined;
  readonly batch?: number | undefined;
  readonly risk?: RiskLevel | undefined;
  /** True: the changes of the highest risk first, unless too many match. Otherwise: by ascending id. */
  readonly riskiestFirst?: boolean | undefined;
}

/** Number of changes on one page of the queue. */
export const queuePageSize = 50;

function readChanges(
  { statuses, category, name, requestor, batch, risk, riskiestFirst }: QueueFilter,
  page: { offset: number; limit: number },
  signal: AbortSignal | undefined,
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
  return registry.queue.page({ ...filter, ...page }, signal && { signal });
}

/**
 * Largest number of changes that the service sorts by risk for one list, and that can be selected at once.
 */
export const mostSelected = 2000;

/** Reads a page of changes; sorts by ascending id when too many changes match to sort them by risk. */
async function readPage(
  filter: QueueFilter,
  page: { offset: number; limit: number },
  signal: AbortSignal | undefined,
): Promise<ReviewedPage> {
  try {
    return await readChanges(filter, page, signal);
  } catch (error) {
    if (!filter.riskiestFirst || filter.risk || !hasStatus(error, 400)) throw error;
    return readChanges({ ...filter, riskiestFirst: false }, page, signal);
  }
}

export function useQueuePage(filter: QueueFilter, page: number, size = queuePageSize) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'queue', id, filter, page, size],
    queryFn: ({ signal }) => readPage(filter, { offset: page * size, limit: size }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: renewalInterval,
  });
}

/**
 * Reads the changes on all pages of a list, at most `mostSelected`: at once if `wanted`, else when `gather`
 * is called.
 */
export function useWholeQueue(filter: QueueFilter, wanted: boolean) {
  const { id } = session.use();
  const client = useQueryClient();
  const queryKey = ['changes', 'queue', id, filter, 'all'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readAll(filter, signal),
    enabled: wanted,
  });
  // Not the query's own reads: these are broken off whenever the queue changes.
  const gather = async () => {
    const all = await readAll(filter);
    client.setQueryData(queryKey, all);
    return all;
  };
  return { data, gather };
}

async function readAll(filter: QueueFilter, signal?: AbortSignal): Promise<readonly ReviewedChange[]> {
  const found: ReviewedChange[] = [];
  for (let total = 1; found.length < Math.min(total, mostSelected); ) {
    const page = await readPage(filter, { offset: found.length, limit: mostChanges }, signal);
    if (page.items.length === 0) break;
    found.push(...page.items);
    total = page.total;
  }
  return found;
}

/**
 * The number of changes in each status, and of pending changes of each risk; counts only changes that pass
 * the other filters.
 */
export function useQueueCounts({ category, name, requestor, batch }: Omit<QueueFilter, 'statuses'>) {
  const { id } = session.use();
  const filter = {
    categories: category ? [category] : undefined,
    model_name: name || undefined,
    requestor: requestor || undefined,
    batch_id: batch || undefined,
  };
  return useQuery({
    queryKey: ['changes', 'counts', id, filter],
    queryFn: ({ signal }) => registry.queue.counts(filter, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: renewalInterval,
  });
}

/** Reads the policies that approvals have to satisfy; undefined until they are known. */
export function usePolicies() {
  const { id } = session.use();
  const { data } = useQuery({
    queryKey: ['policies', id],
    queryFn: ({ signal }) => registry.queue.policies({ signal }),
    staleTime: 5 * 60_000,
  });
  return data;
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
  /** The versions of the changes that the approver has seen, by change id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly title: string;
  readonly reason: string;
}

/**
 * Gives functions to call after a decision or an apply: `queue` reads the changes and batches again,
 * `everything` reads all records again as well.
 */
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
 * The changes to apply: some by their ids, or all approved changes of a batch. Sending the same job id again
 * applies nothing twice.
 */
export type Application = { readonly jobId: string; readonly title: string } & AppliedChanges;

/** Applies changes. One call is one transaction, whatever its size. */
export function useApply() {
  const fresh = useFreshness();
  return useMutation({
    mutationFn: async (application: Application): Promise<ApplyAnswer> => {
      try {
        return await registry.queue.apply(application, application);
      } catch (error) {
        // A call that stopped half way lists the changes that it has applied.
        if (error instanceof ApplyStopped) return error.result;
        throw error;
      }
    },
    onSettled: () => fresh.everything(),
  });
}
