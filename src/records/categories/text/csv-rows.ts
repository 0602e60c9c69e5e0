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

type UnplacedRow = Omit<CsvRow, 'line'>;

function readRow(text: string, start: number): UnplacedRow | null {
  const cells: CsvCell[] = [];
  let at = start === 0 && text.startsWith('\ufeff') ? 1 : start;
  for (;;) {
    const cell = readCell(text, at);
    if (!cell) return null;
    cells.push(cell);
    at += cell.raw.length;
    if (text[at] === ',') at += 1;
    else break;
  }
  const end = lineEndAt(text, at);
  const isBlank = cells.length === 1 && cells[0]?.raw === '';
  return { raw: text.slice(start, at), end, cells: isBlank ? [] : cells, problem: null };
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

function readBrokenRow(text: string, start: number): UnplacedRow {
  lineEnd.lastIndex = start;
  const at = lineEnd.exec(text)?.index ?? text.length;
  const raw = text.slice(start, at);
  const cells = raw.split(',').map((cell) => ({ raw: cell, value: cell }));
  const problem = 'a quoted cell is not closed before the next comma or line end';
  return { raw, end: lineEndAt(text, at), cells, problem };
}

function lineEndAt(text: string, at: number): string {
  if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r';
  return text[at] === '\n' ? '\n' : '';
}

/** Returns a value as a cell of the public file, in Python's dialect "excel": quoted only when necessary. */
export function csvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
