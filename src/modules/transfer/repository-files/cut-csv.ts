import { type CsvRow, readCsvRows } from '../../../records/categories/text/csv-rows.ts';

/**
 * Searches a `models.csv` for signs of truncation.
 *
 * @param earlierText the previous text of the file; null if unknown
 * @param liveNames the names of the models in the registry; missing rows of other models are ignored
 * @returns a description of the sign, as part of a sentence; null if there is none
 */
export function findCutReason(
  text: string,
  earlierText: string | null,
  liveNames: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  const table = parseTable(text);
  const earlierTable = earlierText === null ? null : parseTable(earlierText);
  const cutRow = findCutRow(table, earlierTable);
  if (cutRow) return `it ends inside a row, in line ${cutRow.line}`;
  if (earlierTable === null) return null;
  const isBeginning = earlierText?.startsWith(text) ?? false;
  const lostRows = isBeginning
    ? earlierTable.rows.filter(({ raw }, index) => raw !== table.rows[index]?.raw)
    : findMissingAtEnd(earlierTable, table);
  const count = lostRows.filter((row) => liveNames.has(readName(earlierTable, row))).length;
  if (count === 0) return null;
  return `it lacks the last ${count === 1 ? 'row' : `${count} rows`} of its previous version`;
}

interface Table {
  readonly header: CsvRow | undefined;
  readonly rows: readonly CsvRow[];
  readonly nameColumn: number;
}

function parseTable(text: string): Table {
  const [header, ...rows] = readCsvRows(text).filter(({ cells }) => cells.length > 0);
  return { header, rows, nameColumn: header?.cells.findIndex(({ value }) => value === 'name') ?? -1 };
}

/**
 * Returns the row of a table that may be incomplete; null if there is none. Checks only the new rows at the
 * end: those after the last row that the previous version also had. A row with an unclosed quotation mark may
 * be incomplete even if more lines follow it.
 */
function findCutRow({ header, rows }: Table, previousTable: Table | null): CsvRow | null {
  const earlierRows = new Set(previousTable?.rows.map(({ raw }) => raw));
  const newRows = rows.slice(rows.findLastIndex(({ raw }) => earlierRows.has(raw)) + 1);
  const lastRow = newRows.at(-1);
  if (!lastRow) return null;
  const brokenRow = previousTable === null ? lastRow : newRows.find(({ problem }) => problem !== null);
  if (brokenRow && brokenRow.problem !== null) return brokenRow;
  if (lastRow.end !== '') return null;
  const isShort = lastRow.cells.length < (header?.cells.length ?? 0);
  const hadFinalLineEnd = previousTable !== null && (previousTable.rows.at(-1)?.end ?? '') !== '';
  const isBeginning = previousTable?.rows.some(({ raw }) => raw.startsWith(lastRow.raw)) ?? false;
  return isShort || hadFinalLineEnd || isBeginning ? lastRow : null;
}

/**
 * Returns the rows at the end of the previous table that are missing in `table`. If the last row of `table`
 * has a new name, the end was edited, not truncated; the result is then empty.
 */
function findMissingAtEnd(previousTable: Table, table: Table): readonly CsvRow[] {
  const remainingCounts = new Map<string, number>();
  for (const row of table.rows)
    remainingCounts.set(readName(table, row), (remainingCounts.get(readName(table, row)) ?? 0) + 1);
  const missingFlags = previousTable.rows.map((row) => {
    const count = remainingCounts.get(readName(previousTable, row)) ?? 0;
    remainingCounts.set(readName(previousTable, row), count - 1);
    return count <= 0;
  });
  const lastRow = table.rows.at(-1);
  const previousNames = new Set(previousTable.rows.map((row) => readName(previousTable, row)));
  return lastRow && previousNames.has(readName(table, lastRow))
    ? previousTable.rows.slice(missingFlags.lastIndexOf(false) + 1)
    : [];
}

function readName({ nameColumn }: Table, { cells }: CsvRow): string {
  return cells[nameColumn]?.value.trim() ?? '';
}
