import {
  columnVisibilityFeature,
  createExpandedRowModel,
  createSortedRowModel,
  type ExpandedState,
  type RowData,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { compareValues, nextSort, type RecordColumn, type Sort } from './columns.ts';
import { Icon } from './Icon.tsx';
import { RecordRow } from './RecordRow.tsx';
import classes from './RecordTable.module.css';
import { useShortcut } from './Shortcuts.tsx';

interface Props<Row extends RowData> {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly RecordColumn<Row>[];
  /** Ids of the columns to show; all if absent. The order is always that of `columns`. */
  readonly visible?: ReadonlySet<string>;
  readonly rowId: (row: Row) => string;
  readonly sort: Sort | null;
  /**
   * Called when the user changes the sort order; null means the order of `rows`. If absent, the table is not
   * sortable.
   */
  readonly onSort?: (sort: Sort | null) => void;
  readonly subRows?: (row: Row) => readonly Row[] | undefined;
  /** Ids of the rows whose nested rows are shown. */
  readonly expanded?: ReadonlySet<string>;
  readonly onToggle?: (id: string) => void;
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel(),
});

interface ValueSource {
  getValue(columnId: string): unknown;
}

const compareByColumn = (a: ValueSource, b: ValueSource, columnId: string) =>
  compareValues(a.getValue(columnId), b.getValue(columnId));

const rowHeight = 38;

/**
 * The number of rows by which each key moves the focus; `Infinity` moves to the last row, `-Infinity` to the
 * first.
 */
const rowStepsByKey: Record<string, number> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 12,
  PageUp: -12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * A table that renders only its visible rows, so that it scrolls fast with thousands of rows. The first
 * column stays visible.
 */
export function RecordTable<Row extends RowData>(props: Props<Row>) {
  const { label, rows, columns, visible, rowId, sort, onSort, subRows, expanded, onToggle } = props;
  const scroller = useRef<HTMLElement>(null);

  const columnDefinitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        // Empty values are treated as missing and sorted last.
        accessorFn: (row: Row) => (column.value(row) === '' ? undefined : (column.value(row) ?? undefined)),
        header: column.label,
        sortFn: compareByColumn,
        sortUndefined: 'last' as const,
      })),
    [columns],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, visible?.has(id) ?? true])),
    [columns, visible],
  );
  const expandedState = useMemo<ExpandedState>(
    () => Object.fromEntries([...(expanded ?? [])].map((id) => [id, true])),
    [expanded],
  );
  const sorting = useMemo(
    () => (sort && columns.some(({ id }) => id === sort.id) ? [{ id: sort.id, desc: sort.desc }] : []),
    [columns, sort],
  );

  const table = useTable({
    features,
    columns: columnDefinitions,
    data: rows as Row[],
    getRowId: rowId,
    getSubRows: subRows as ((row: Row) => Row[] | undefined) | undefined,
    state: { sorting, columnVisibility, expanded: expandedState },
    autoResetExpanded: false,
  });
  const visibleRows = table.getRowModel().rows;
  const shownColumns = useMemo(
    () => columns.filter(({ id }) => columnVisibility[id]),
    [columns, columnVisibility],
  );
  const hasSubRows = (row: Row) => (subRows?.(row)?.length ?? 0) > 0;
  const toggle = useStableCallback((id: string) => onToggle?.(id));
  const template = shownColumns.map(({ width }) => width).join(' ');

  const virtualizer = useVirtualizer({
    count: visibleRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => visibleRows[index]?.id ?? index,
    overscan: 6,
    scrollMargin: rowHeight,
    useFlushSync: false,
  });

  const moveFocus = (rowSteps: number) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    const isInside = row && scroller.current?.contains(row);
    const from = isInside ? Number(row.dataset.index) : rowSteps > 0 ? -1 : visibleRows.length;
    const to = Math.max(0, Math.min(visibleRows.length - 1, from + rowSteps));
    virtualizer.scrollToIndex(to);
    // The row may not be rendered yet.
    const focus = (attempts: number) => {
      const target = scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] :is(a, button)`);
      if (target) target.focus({ preventScroll: true });
      else if (attempts > 0) requestAnimationFrame(() => focus(attempts - 1));
    };
    requestAnimationFrame(() => focus(5));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rowSteps = rowStepsByKey[event.key];
    if (rowSteps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveFocus(rowSteps);
  };
  useShortcut('j', 'Next row', () => moveFocus(1));
  useShortcut('k', 'Previous row', () => moveFocus(-1));

  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-scroll-restoration-id={`table-${label}`}
    >
      <table aria-label={label} aria-rowcount={visibleRows.length + 1} className={classes.table}>
        <thead className={classes.head}>
          <tr aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
            {shownColumns.map((column, index) => (
              <ColumnHead
                key={column.id}
                column={column}
                isFirst={index === 0}
                sort={sort}
                onSort={column.sortable === false ? undefined : onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = visibleRows[item.index];
            if (row === undefined) return null;
            return (
              <RecordRow
                key={item.key}
                id={row.id}
                record={row.original}
                index={item.index}
                depth={row.depth}
                top={item.start - virtualizer.options.scrollMargin}
                columns={shownColumns}
                template={template}
                open={hasSubRows(row.original) ? (expanded?.has(row.id) ?? false) : undefined}
                onToggle={toggle}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps<Row> {
  readonly column: RecordColumn<Row>;
  readonly isFirst: boolean;
  readonly sort: Sort | null;
  /** Called when the user sorts by this column; undefined if the column is not sortable. */
  readonly onSort: ((sort: Sort | null) => void) | undefined;
}

function ColumnHead<Row>({ column, isFirst, sort, onSort }: HeadProps<Row>) {
  const direction = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : 'none';
  return (
    <th
      scope="col"
      aria-sort={onSort ? direction : undefined}
      className={isFirst ? `${classes.cell} ${classes.first}` : classes.cell}
      data-align={column.align}
    >
      {onSort ? (
        <button
          type="button"
          className={classes.sort}
          data-active={direction !== 'none' || undefined}
          onClick={() => onSort(nextSort(column, sort))}
        >
          {column.label}
          <Icon name={direction === 'none' ? 'sort' : direction === 'ascending' ? 'up' : 'down'} size={14} />
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

/**
 * Returns a function that calls the latest `run` but has the same identity in every render, so that memoized
 * rows with this prop do not render again.
 */
function useStableCallback<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((argument) => latest.current(argument), []);
}
