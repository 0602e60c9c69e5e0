import { memo, type ReactNode } from 'react';
import type { CellValue, RecordColumn } from './columns.ts';
import { Icon } from './Icon.tsx';
import classes from './RecordTable.module.css';
import { ShownText } from './ShownText.tsx';

/** Width, in rem, of the toggle that expands a row. Rows without a toggle are indented by the same width. */
const toggleWidth = 1.625;

interface Props<Row> {
  readonly id: string;
  readonly record: Row;
  readonly index: number;
  /** The nesting depth of the row; 0 for a top-level row. */
  readonly depth: number;
  /** Distance in pixels from the top of the first row to the top of this row. */
  readonly top: number;
  readonly columns: readonly RecordColumn<Row>[];
  /** The column widths, as a CSS `grid-template-columns` value. */
  readonly template: string;
  /** Whether the nested rows are shown; undefined if the row has none. */
  readonly open: boolean | undefined;
  readonly onToggle: (id: string) => void;
}

function Row<Row>({ id, record, index, depth, top, columns, template, open, onToggle }: Props<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      className={classes.row}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, columnIndex) => {
        const content = column.cell ? column.cell(record) : plainCell(column.value(record));
        if (columnIndex > 0) {
          return (
            <td key={column.id} className={classes.cell} data-align={column.align}>
              {content}
            </td>
          );
        }
        return (
          <th
            key={column.id}
            scope="row"
            className={`${classes.cell} ${classes.first}`}
            style={{
              paddingInlineStart: `${0.75 + depth * 1.25 + (depth > 0 && open === undefined ? toggleWidth : 0)}rem`,
            }}
          >
            {open !== undefined && (
              <button
                type="button"
                className={classes.toggle}
                aria-expanded={open}
                aria-label={`${open ? 'Close' : 'Open'} ${String(column.value(record))}`}
                onClick={() => onToggle(id)}
              >
                <Icon name={open ? 'down' : 'right'} size={15} />
              </button>
            )}
            {content}
          </th>
        );
      })}
    </tr>
  );
}

/** A row of a `RecordTable`. Memoized, so that visible rows do not render again while the table scrolls. */
export const RecordRow = memo(Row) as typeof Row;

function plainCell(value: CellValue): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  const text = String(value);
  return (
    <span className={classes.text} title={text.length > 14 ? text : undefined}>
      <ShownText text={text} />
    </span>
  );
}
