import { Button, Text } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { formatSort, parseSort } from './columns.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { type Filter, searchWithoutFilters } from './filters/filters.ts';
import { formatCount, plural } from './format.ts';
import layout from './layout.module.css';
import { EmptyState } from './QueryState.tsx';
import { RecordTable } from './RecordTable.tsx';

interface Props<Search, Row extends RowData>
  extends Pick<ComponentProps<typeof RecordTable<Row>>, 'label' | 'rows' | 'columns' | 'visible' | 'rowId'> {
  /** The singular noun for a row. */
  readonly noun: string;
  /** The number of rows before filtering. */
  readonly total: number;
  readonly filters: readonly Filter<Search>[];
  readonly folds?: boolean;
  readonly search: Search;
  readonly navigate: (to: { search: Search; replace: boolean; resetScroll: boolean }) => unknown;
  /** Text after the number of rows, in the same line. */
  readonly countNote?: ReactNode;
}

/** A table with filters above it. The filters and the sort order are stored in the URL. */
export function FilteredTable<Search extends { readonly sort?: string | undefined }, Row extends RowData>({
  noun,
  total,
  filters,
  folds = false,
  search,
  navigate,
  countNote,
  ...table
}: Props<Search, Row>) {
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const changeSearch = (part: Partial<Search>, how?: 'typed') =>
    void navigate({ search: { ...search, ...part }, replace: how === 'typed', resetScroll: false });
  const { rows } = table;
  return (
    <>
      <FilterBar folds={folds} filters={filters} search={search} onChange={changeSearch} />
      <Text c="dimmed" size="sm" role="status">
        {rows.length === total
          ? plural(total, noun)
          : `${formatCount(rows.length)} of ${plural(total, noun)}`}
        {countNote}
      </Text>
      {rows.length === 0 ? (
        <EmptyState title={`No ${noun} matches these filters.`}>
          <Button variant="default" size="xs" onClick={() => changeSearch(searchWithoutFilters(filters))}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <div className={layout.fill} data-fill>
          <RecordTable
            {...table}
            sort={sort}
            onSort={(next) => changeSearch({ sort: formatSort(next) } as Partial<Search>)}
          />
        </div>
      )}
    </>
  );
}
