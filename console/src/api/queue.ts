import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Application as AppliedChanges, ApplyStopped, hasStatus, maxChanges } from '#client';
import type { ResourceKind } from '../parts/change-sets.ts';
import { bounds } from './bounds.ts';
import { registry } from './client.ts';
import { reloadIntervalMs } from './queue-news.ts';
import type { ApplyAnswer, NotApprovable, ReviewedChange, ReviewedPage } from './review-types.ts';
import { keepPreviousOf, session } from './session.ts';
import type { ChangeStatus, RiskLevel } from './types.ts';

export interface QueueFilter {
  readonly statuses: readonly ChangeStatus[];
  readonly category?: string | undefined;
  /** Selects changes of models, or change sets of one catalogue. */
  readonly kind?: ResourceKind | undefined;
  readonly name?: string | undefined;
  readonly requestor?: string | undefined;
  readonly batch?: number | undefined;
  readonly risk?: RiskLevel | undefined;
  /** Sorts by risk, highest first, unless too many changes match. If not set, sorts by ascending id. */
  readonly riskiestFirst?: boolean | undefined;
}

export const queuePageSize = 50;

function readChanges(
  { statuses, category, kind, name, requestor, batch, risk, riskiestFirst }: QueueFilter,
  page: { offset: number; limit: number },
  signal: AbortSignal | undefined,
): Promise<ReviewedPage> {
  const filter = {
    statuses,
    categories: category ? [category] : undefined,
    resource_kinds: kind && [kind],
    model_name: name || undefined,
    requestor: requestor || undefined,
    batch_id: batch || undefined,
    risks: risk ? [risk] : undefined,
    sort: riskiestFirst ? ('risk' as const) : undefined,
  };
  return registry.queue.page({ ...filter, ...page }, signal && { signal });
}

export type Refusals = ReadonlyMap<number, NotApprovable['reason']>;

const maxPolicyIds = bounds.queries['/model_references/v2/pending_queue/policies'].change_ids.maxItems;

/** Largest number of changes that the service sorts by risk, and that an approver can select at once. */
export const maxSelected = 2000;

/**
 * Loads a page of changes. If the service refuses to sort by risk because too many changes match, loads the
 * page sorted by ascending id.
 */
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
    placeholderData: keepPreviousOf(id),
    refetchInterval: reloadIntervalMs,
  });
}

/**
 * Loads all changes that match a filter, at most `maxSelected`. `data` contains the changes if `wanted` is
 * true. The function `reload` loads the changes again and returns them.
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
  // Does not use the query's own reads, which are cancelled whenever the queue changes.
  const reload = async () => {
    const changes = await readAll(filter);
    client.setQueryData(queryKey, changes);
    return changes;
  };
  return { data, reload };
}

async function readAll(filter: QueueFilter, signal?: AbortSignal): Promise<readonly ReviewedChange[]> {
  const found: ReviewedChange[] = [];
  for (let total = 1; found.length < Math.min(total, maxSelected); ) {
    const page = await readPage(filter, { offset: found.length, limit: maxChanges }, signal);
    if (page.items.length === 0) break;
    found.push(...page.items);
    total = page.total;
  }
  return found;
}

/**
 * Loads the number of changes by status, and of pending changes by risk. Counts only changes that match the
 * category, kind, name, requestor and batch.
 */
export function useQueueCounts({ category, kind, name, requestor, batch }: Omit<QueueFilter, 'statuses'>) {
  const { id } = session.use();
  const filter = {
    categories: category ? [category] : undefined,
    resource_kinds: kind && [kind],
    model_name: name || undefined,
    requestor: requestor || undefined,
    batch_id: batch || undefined,
  };
  return useQuery({
    queryKey: ['changes', 'counts', id, filter],
    queryFn: ({ signal }) => registry.queue.counts(filter, { signal }),
    placeholderData: keepPreviousOf(id),
    refetchInterval: reloadIntervalMs,
  });
}

/**
 * Loads the registry's rules for approvals, such as the number of approvals that a change needs. Undefined
 * until they are loaded.
 */
export function usePolicies() {
  const { id } = session.use();
  const { data } = useQuery({
    queryKey: ['policies', id],
    queryFn: ({ signal }) => registry.queue.policies({ signal }),
    staleTime: 5 * 60_000,
  });
  return data;
}

/**
 * Returns, by change id, the reason why the caller may not approve a change. Omits changes that the caller
 * may approve. Empty until the response is loaded; until then, the service still refuses these approvals.
 */
export function useRefusals(changes: readonly ReviewedChange[]): Refusals {
  const { id } = session.use();
  const changeIds = [...new Set(changes.map(({ change_id }) => change_id))];
  const { data = [] } = useQuery({
    queryKey: ['changes', 'refusals', id, changeIds],
    queryFn: async ({ signal }) => {
      const found: NotApprovable[] = [];
      for (let start = 0; start < changeIds.length; start += maxPolicyIds) {
        const requestedIds = changeIds.slice(start, start + maxPolicyIds);
        found.push(...(await registry.queue.policies({ changeIds: requestedIds, signal })).not_approvable);
      }
      return found;
    },
    placeholderData: keepPreviousOf(id),
    enabled: changeIds.length > 0,
  });
  return new Map(data.map(({ change_id, reason }) => [change_id, reason]));
}

export function useChange(changeId: number | undefined) {
  const { id } = session.use();
  return useQuery({
    queryKey: ['changes', 'one', id, changeId],
    queryFn: changeId === undefined ? skipToken : ({ signal }) => registry.queue.change(changeId, { signal }),
  });
}

/** Loads the differences between the record in each of these changes and the live record. */
export function useChangeDiffs(
  changes: readonly { readonly change_id: number; readonly version?: number }[],
) {
  const { id } = session.use();
  const changeIds = changes.map(({ change_id }) => change_id);
  return useQuery({
    queryKey: ['changes', 'diffs', id, changeIds, changes.map(({ version }) => version)],
    queryFn: ({ signal }) => registry.queue.diffs(changeIds, { signal }),
    enabled: changes.length > 0,
  });
}

/** Loads the differences between the record in a change and the live record. Loads nothing for undefined. */
export function useChangeDiff(change: ReviewedChange | undefined) {
  const { id } = session.use();
  const { change_id: changeId, version } = change ?? {};
  return useQuery({
    // The key includes the version, so that the diff of an earlier version is never shown for a new one.
    queryKey: ['changes', 'diff', id, changeId, version],
    queryFn: changeId === undefined ? skipToken : ({ signal }) => registry.queue.diff(changeId, { signal }),
  });
}

export interface Decision {
  readonly verdict: 'approve' | 'reject';
  readonly changeIds: readonly number[];
  /** The version of each change that the approver saw, by change id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly title: string;
  readonly reason: string;
}

/**
 * Returns two functions to call after a decision or an apply. `queue` reloads the shown changes and batches;
 * `everything` reloads all shown data.
 */
function useReloads() {
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

const decisionKey = ['decide'];

/** Returns a function that tells whether a decision of the caller is in progress. */
export function useIsDeciding(): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ mutationKey: decisionKey }) > 0;
}

export function useDecide() {
  const reloads = useReloads();
  return useMutation({
    mutationKey: decisionKey,
    mutationFn: ({ verdict, changeIds, versions, title, reason }: Decision) =>
      verdict === 'approve'
        ? registry.queue.approve(changeIds, title, { versions })
        : registry.queue.reject(changeIds, reason, { title, versions }),
    onSettled: () => reloads.queue(),
  });
}

/**
 * The changes to apply: those with the given ids, or all approved changes of a batch. The service applies no
 * change twice for the same `jobId`.
 */
export type Application = { readonly jobId: string; readonly title: string } & AppliedChanges;

/**
 * Applies changes in one call. If the service stops at a change, the result lists the changes that were
 * applied.
 */
export function useApply() {
  const reloads = useReloads();
  return useMutation({
    mutationFn: async (application: Application): Promise<ApplyAnswer> => {
      try {
        return await registry.queue.apply(application, application);
      } catch (error) {
        if (error instanceof ApplyStopped) return error.result;
        throw error;
      }
    },
    onSettled: () => reloads.everything(),
  });
}
