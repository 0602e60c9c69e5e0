/** A cell: `raw` is the text in the file, including quotes; `value` is the unquoted text. */
export interface CsvCell {
  readonly raw: string;
  readonly value: string;
}

/** A row of a CSV file. Joining `raw + end` of all rows restores the file. */
export interface CsvRow {
  /** The row as in the file, without its line end. */
  readonly raw: string;
  /** The line end, `\r\n`, `\n` or `\r`; empty for a last line without one. */
  readonly end: string;
  /** The line of the file on which the row ends, 1-based. */
  readonly line: number;
  /** The cells of the row; none for a blank line. */
  readonly cells: readonly CsvCell[];
  /** The reason why the cells may be wrong; null: they are valid. */
  readonly problem: string | null;
}

const lineEnd = /\r\n|\n|\r/g;

/**
 * Parses the rows of a CSV text without losing characters. When a quoted cell is not closed, only the line on
 * which its row begins becomes the row, with a problem, so that later rows stay intact.
 */
export function readCsvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let start = 0;
  let line = 0;
  while (start < text.length) {
    const row = readRow(text, start) ?? readBrokenRow(text, start);
    line += (row.raw.match(lineEnd)?.length ?? 0) + 1;
    rows.push({ ...row, line });
    start += row.raw.length + row.end.length;
  }
  return rows;
}

type RowWithoutLine = Omit<CsvRow, 'line'>;

function readRow(text: string, start: number): RowWithoutLine | null {
  const cells: CsvCell[] = [];
  let offset = start === 0 && text.startsWith('\ufeff') ? 1 : start;
  for (;;) {
    const cell = readCell(text, offset);
    if (!cell) return null;
    cells.push(cell);
    offset += cell.raw.length;
    if (text[offset] === ',') offset += 1;
    else break;
  }
  const end = readLineEnd(text, offset);
  const isBlank = cells.length === 1 && cells[0]?.raw === '';
  return { raw: text.slice(start, offset), end, cells: isBlank ? [] : cells, problem: null };
}

/** Reads the cell at `start`; null when a quoted cell has no closing quote. */
function readCell(text: string, start: number): CsvCell | null {
  if (text[start] !== '"') {
    cellEnd.lastIndex = start;
    const raw = text.slice(start, cellEnd.exec(text)?.index ?? text.length);
    return { raw, value: raw };
  }
  quotedCellPattern.lastIndex = start;
  const raw = quotedCellPattern.exec(text)?.[0];
  if (raw === undefined) return null;
  return { raw, value: raw.slice(1, -1).replaceAll('""', '"') };
}

const cellEnd = /[,\r\n]/g;
const quotedCellPattern = /"(?:[^"]|"")*"(?=[,\r\n]|$)/y;

function readBrokenRow(text: string, start: number): RowWithoutLine {
  lineEnd.lastIndex = start;
  const lineEndOffset = lineEnd.exec(text)?.index ?? text.length;
  const raw = text.slice(start, lineEndOffset);
  const cells = raw.split(',').map((cell) => ({ raw: cell, value: cell }));
  const problem = 'a quoted cell is not closed before the next comma or line end';
  return { raw, end: readLineEnd(text, lineEndOffset), cells, problem };
}

function readLineEnd(text: string, offset: number): string {
  if (text[offset] === '\r') return text[offset + 1] === '\n' ? '\r\n' : '\r';
  return text[offset] === '\n' ? '\n' : '';
}

/** Returns a value as a cell of the public file, in Python's dialect "excel": quoted only when necessary. */
export function quoteCsvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
