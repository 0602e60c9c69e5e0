import { describe, expect, it } from 'vitest';
import type { QueueCounts } from '../../console/src/api/review-types.ts';
import { createQueueFilters } from '../../console/src/pages/review/queue-filters.ts';
import { type QueueSearch, readQueueSearch } from '../../console/src/pages/review/queue-search.ts';
import {
  type Choice,
  changesOfChoice,
  countActiveFilters,
  type Filter,
  type SingleTextFilter,
  searchWithoutFilters,
  shownValues,
} from '../../console/src/parts/filters/filters.ts';

const category: Choice<QueueSearch> = {
  kind: 'choice',
  key: 'category',
  label: 'Category',
  any: 'Every category',
  options: [],
};
const counts = {
  statuses: { pending: 1200, approved: 2, applied: 3, rejected: 4 },
  risks: { high: 1, look: 2, low: 3 },
} as QueueCounts;

describe('the filters of the queue', () => {
  const found = (search: object, known: QueueCounts | null = counts) => {
    const read = readQueueSearch({ ...search });
    const filters = createQueueFilters(read, known ?? undefined, category);
    const one = (label: string) =>
      filters.find((filter) => filter.label === label) as
        | (Filter<QueueSearch> & SingleTextFilter<QueueSearch>)
        | undefined;
    return { read, filters, one };
  };
  const labels = (filter: unknown) =>
    (filter as Choice<QueueSearch>).options.map(({ label }) => label.trim());

  it('say of how many changes each status and risk is', () => {
    const { one } = found({});
    expect(labels(one('Status'))).toEqual(['pending 1,200', 'approved 2', 'applied 3', 'rejected 4', 'all']);
    expect(labels(one('Risk'))).toEqual(['high 1', 'medium 2', 'low 3']);
    // The counts by risk are of pending changes.
    expect(labels(found({ status: 'approved' }).one('Risk'))[0]).toBe('high');
    expect(labels(found({}, null).one('Status'))[0]).toBe('pending');
  });

  it('have no risk and no order where changes are decided', () => {
    for (const status of ['applied', 'all']) {
      const { one } = found({ status });
      expect([one('Risk'), one('Order')]).toEqual([undefined, undefined]);
    }
  });

  it('show the status of the list, and drop the risk with a status that has none', () => {
    const { one, read } = found({ risk: 'high' });
    const status = one('Status')!;
    expect(shownValues(status, read)).toEqual(['pending']);
    expect(shownValues(found({ status: 'all' }).one('Status')!, {})).toEqual(['all']);
    expect(changesOfChoice(status, 'approved')).toEqual({ status: ['approved'], risk: 'high' });
    expect(changesOfChoice(status, 'applied')).toEqual({ status: ['applied'], risk: undefined });
    expect(changesOfChoice(status, 'pending')).toEqual({ status: undefined, risk: 'high' });
    // The pressed one again.
    expect(changesOfChoice(found({ status: 'all' }).one('Status')!, undefined)).toMatchObject({
      status: ['all'],
    });
  });

  it('say that so many are not ranked', () => {
    const { one, read } = found({}, { ...counts, risks: null } as QueueCounts);
    expect(one('Order')).toMatchObject({ anyDisabled: true });
    expect(shownValues(one('Order')!, read)).toEqual(['oldest']);
  });

  it('take a batch by its number, and nothing else', () => {
    const batch = found({ batch: '7' }).one('Batch')!;
    expect(shownValues(batch, {})).toEqual(['7']);
    expect([
      changesOfChoice(batch, '12'),
      changesOfChoice(batch, '-1'),
      changesOfChoice(batch, 'x'),
      changesOfChoice(batch, undefined),
    ]).toEqual([{ batch: 12 }, { batch: undefined }, { batch: undefined }, { batch: undefined }]);
  });

  it('are counted without the status and the order', () => {
    const { filters, read } = found({ status: 'approved', order: 'oldest', risk: 'low', by: 'x' });
    expect(countActiveFilters(filters, read)).toBe(2);
    expect({ ...read, ...searchWithoutFilters(filters) }).toMatchObject({
      status: ['approved'],
      order: 'oldest',
      risk: undefined,
      by: undefined,
    });
  });
});
