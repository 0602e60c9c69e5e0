import type { QueueFilter } from '../../api/queue.ts';
import type { ChangeStatus, RiskLevel } from '../../api/types.ts';
import { type ResourceKind, resourceKinds } from '../../parts/change-sets.ts';
import { changeStatuses } from '../../parts/change-statuses.ts';
import { createOneOfReader, readList, readNumber, readText } from '../../search-params.ts';

/**
 * The queue's state in the URL. Without `status`, the page shows pending changes; with `all`, all changes.
 */
export interface QueueSearch {
  readonly status?: string[] | undefined;
  readonly category?: string | undefined;
  readonly kind?: ResourceKind | undefined;
  readonly name?: string | undefined;
  readonly by?: string | undefined;
  readonly batch?: number | undefined;
  readonly risk?: RiskLevel | undefined;
  /** `oldest`: oldest change first. Default: highest risk first, if the list can be sorted by risk. */
  readonly order?: 'oldest' | undefined;
  readonly page?: number | undefined;
  /** The change that is open beside the list. */
  readonly change?: number | undefined;
}

export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  return {
    status: readList(search.status),
    category: readText(search.category),
    kind: createOneOfReader(resourceKinds)(search.kind),
    name: readText(search.name),
    by: readText(search.by),
    batch: readNumber(search.batch),
    risk: createOneOfReader(['low', 'look', 'high'])(search.risk),
    order: createOneOfReader(['oldest'])(search.order),
    page: readNumber(search.page),
    change: readNumber(search.change),
  };
}

export function listStatuses(search: QueueSearch): readonly ChangeStatus[] {
  if (search.status?.includes('all')) return [];
  const selectedStatuses = changeStatuses.filter((status) => search.status?.includes(status));
  return selectedStatuses.length > 0 ? selectedStatuses : ['pending'];
}

/** Returns whether the list can be sorted by risk: only if it shows just pending or just approved changes. */
export function canSortByRisk(search: QueueSearch): boolean {
  return listStatuses(search).join() === 'pending' || listStatuses(search).join() === 'approved';
}

/** Returns the filter and the order of the queue from the URL's state. */
export function createFilter(search: QueueSearch): QueueFilter {
  return {
    statuses: listStatuses(search),
    category: search.category,
    kind: search.kind,
    name: search.name,
    requestor: search.by,
    batch: search.batch,
    risk: search.risk,
    riskiestFirst: canSortByRisk(search) && search.order !== 'oldest',
  };
}
