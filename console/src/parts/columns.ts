import type { ReactNode } from 'react';

export type CellValue = string | number | boolean | null | undefined;

/** A column of a table. Rows are sorted and exported by `value`, and show `cell` or, by default, `value`. */
export interface RecordColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly value: (row: Row) => CellValue;
  readonly cell?: (row: Row) => ReactNode;
  /** CSS width in a grid, e.g. `8rem` or `minmax(16rem, 2fr)`. */
  readonly width: string;
  readonly align?: 'end';
  readonly sortable?: boolean;
  /**
   * Whether the first click on the column's header sorts in descending order, for example for usage. By
   * default it sorts in ascending order.
   */
  readonly highestFirst?: boolean;
}

export interface Sort {
  readonly id: string;
  readonly desc: boolean;
}

const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Compares numbers by size, and texts in natural order: `7B` before `13B`, ignoring case. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return naturalOrder.compare(a, b);
  return Number(a) - Number(b);
}

/**
 * Sorts rows by the values of a column. The sort is stable. In both directions, rows without a value come
 * last. If `sort` is null, returns the rows unsorted.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly RecordColumn<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = sort && columns.find(({ id }) => id === sort.id);
  if (!column) return rows;
  const sign = sort.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      const missingOrder = Number(isMissing(a.value)) - Number(isMissing(b.value));
      return missingOrder !== 0 || isMissing(a.value) ? missingOrder : sign * compareValues(a.value, b.value);
    })
    .map(({ row }) => row);
}

/**
 * Parses a sort from the URL: the column's id, with a leading minus for descending order. Returns null if the
 * text is missing or empty.
 */
export function parseSort(text: string | undefined): Sort | null {
  if (text === undefined || text === '') return null;
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}

export function formatSort(sort: Sort | null): string | undefined {
  return sort === null ? undefined : `${sort.desc ? '-' : ''}${sort.id}`;
}

/**
 * Returns the sort after a click on a column's header: the first click sorts, the second reverses the order,
 * the third removes the sort.
 */
export function nextSort<Row>(
  { id, highestFirst = false }: RecordColumn<Row>,
  sort: Sort | null,
): Sort | null {
  if (sort?.id !== id) return { id, desc: highestFirst };
  return sort.desc === highestFirst ? { id, desc: !highestFirst } : null;
}
