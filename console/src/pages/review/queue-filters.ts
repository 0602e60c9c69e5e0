import type { QueueCounts } from '../../api/review-types.ts';
import { resourceKindLabels, resourceKinds } from '../../parts/change-sets.ts';
import { changeStatuses } from '../../parts/change-statuses.ts';
import type { Choice, Filter } from '../../parts/filters/filters.ts';
import { formatCount } from '../../parts/format.ts';
import { laneNames } from './lanes.ts';
import { canSortByRisk, listStatuses, type QueueSearch } from './queue-search.ts';

/**
 * Returns the filters of the queue. The options for status and risk include the numbers of changes once they
 * are loaded.
 */
export function createQueueFilters(
  search: QueueSearch,
  counts: QueueCounts | undefined,
  category: Choice<QueueSearch>,
): Filter<QueueSearch>[] {
  const statuses = listStatuses(search);
  const areCounted = statuses[0] === 'pending' && counts?.risks;
  const status: Filter<QueueSearch> = {
    kind: 'buttons',
    key: 'status',
    label: 'Status',
    isView: true,
    options: [
      ...changeStatuses.map((each) => ({
        value: each,
        label: `${each} ${padCount(counts?.statuses[each])}`,
      })),
      { value: 'all', label: 'all' },
    ],
    shown: statuses.length === 0 ? 'all' : statuses,
    to: (next = search.status?.[0] ?? 'pending') => ({
      status: next === 'pending' ? undefined : [next],
      // A decided change has no risk.
      risk: next === 'pending' || next === 'approved' ? search.risk : undefined,
    }),
  };
  const ranked: Filter<QueueSearch>[] = [
    {
      kind: 'buttons',
      key: 'risk',
      label: 'Risk',
      stays: true,
      options: (['high', 'look', 'low'] as const).map((level) => ({
        value: level,
        label: `${laneNames[level]} ${padCount(areCounted ? areCounted[level] : undefined)}`,
      })),
    },
  ];
  const kind: Filter<QueueSearch> = {
    kind: 'choice',
    key: 'kind',
    folds: 'always',
    label: 'About',
    any: 'Everything',
    options: resourceKinds.map((value) => ({ value, label: resourceKindLabels[value] })),
  };
  const order: Filter<QueueSearch> = {
    kind: 'choice',
    key: 'order',
    folds: 'always',
    label: 'Order',
    isView: true,
    any: 'Riskiest first',
    options: [{ value: 'oldest', label: 'Oldest first' }],
    // There are too many changes for the service to sort by risk.
    ...(counts?.risks === null && { shown: 'oldest', anyDisabled: true }),
  };
  return [
    status,
    ...(canSortByRisk(search) ? ranked : []),
    category,
    { kind: 'text', key: 'name', label: 'Model name' },
    kind,
    ...(canSortByRisk(search) ? [order] : []),
    { kind: 'text', key: 'by', label: 'Requestor', folds: 'always' },
    {
      kind: 'text',
      folds: 'always',
      key: 'batch',
      label: 'Batch',
      shown: search.batch?.toString(),
      to: (text) => {
        const batch = Number(text);
        return { batch: Number.isInteger(batch) && batch > 0 ? batch : undefined };
      },
    },
  ];
}

/** Returns a number padded to two digits, to avoid a layout shift when it is loaded. */
function padCount(count: number | undefined): string {
  return (count === undefined ? '' : formatCount(count)).padEnd(2, figureSpace);
}

const figureSpace = '\u2007';
