import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { parseSort, type RecordColumn, writeSort } from '../../parts/columns.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import { cleared, type Filter } from '../../parts/filters/filters.ts';
import { categoryLabel, formatCount, plural, recordNoun } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { EmptyState } from '../../parts/QueryState.tsx';
import { RecordTable } from '../../parts/RecordTable.tsx';

interface Row {
  readonly name: string;
}

interface Props<Each extends Row, Search> {
  readonly category: string;
  readonly all: readonly Each[];
  readonly shown: readonly Each[];
  readonly columns: readonly RecordColumn<Each>[];
  readonly filters: readonly Filter<Search>[];
  readonly search: Search;
  readonly onChange: (next: Search, how?: 'typed') => void;
}

const rowId = ({ name }: Row) => name;

/** A table, with filters, of records that describe models, such as baselines. */
export function ReferenceTable<Each extends Row, Search extends { readonly sort?: string | undefined }>({
  category,
  all,
  shown,
  columns,
  filters,
  search,
  onChange,
}: Props<Each, Search>) {
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const noun = recordNoun(category);
  if (all.length === 0) {
    return (
      <EmptyState title={`No ${noun} yet.`}>
        <Link to="/propose/$category" params={{ category }}>
          Propose the first one
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <FilterBar
        folds
        filters={filters}
        search={search}
        onChange={(part, how) => onChange({ ...search, ...part }, how)}
      />
      <Text c="dimmed" size="sm" role="status">
        {shown.length === all.length
          ? plural(all.length, noun)
          : `${formatCount(shown.length)} of ${plural(all.length, noun)}`}
      </Text>
      {shown.length === 0 ? (
        <EmptyState title={`No ${noun} passes these filters.`}>
          <Button variant="default" size="xs" onClick={() => onChange({ ...search, ...cleared(filters) })}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <div className={layout.fill} data-fill>
          <RecordTable
            label={categoryLabel(category)}
            rows={shown}
            columns={columns}
            rowId={rowId}
            sort={sort}
            onSort={(next) => onChange({ ...search, sort: writeSort(next) })}
          />
        </div>
      )}
    </>
  );
}
