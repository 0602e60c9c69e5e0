import { type CsvRow, readCsvRows } from '../../../records/categories/text/csv-rows.ts';

/**
 * Searches a `models.csv` for signs of truncation.
 *
 * @param earlierText the previous text of the file; null if unknown
 * @param live the names of the models in the registry; missing rows of other models are ignored
 * @returns a description of the sign, as part of a sentence; null if there is none
 */
export function findCutReason(
  text: string,
  earlierText: string | null,
  live: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  const table = tableOf(text);
  const earlierTable = earlierText === null ? null : tableOf(earlierText);
  const cutRow = findCutRow(table, earlierTable);
  if (cutRow) return `it ends inside a row, in line ${cutRow.line}`;
  if (earlierTable === null) return null;
  const isBeginning = earlierText?.startsWith(text) ?? false;
  const lostRows = isBeginning
    ? earlierTable.rows.filter(({ raw }, index) => raw !== table.rows[index]?.raw)
    : findMissingAtEnd(earlierTable, table);
  const count = lostRows.filter((row) => live.has(nameOf(earlierTable, row))).length;
  if (count === 0) return null;
  return `it lacks the last ${count === 1 ? 'row' : `${count} rows`} of the file as it was`;
}

interface Table {
  readonly header: CsvRow | undefined;
  readonly rows: readonly CsvRow[];
  readonly nameAt: number;
}

function tableOf(text: string): Table {
  const [header, ...rows] = readCsvRows(text).filter(({ cells }) => cells.length > 0);
  return { header, rows, nameAt: header?.cells.findIndex(({ value }) => value === 'name') ?? -1 };
}

/**
 * Returns the row of a table that may be incomplete; null if there is none. Checks only the rows after the
 * last row that the previous version of the table also had. A row with an unclosed quotation mark may be
 * incomplete even if more lines follow it.
 */
function findCutRow({ header, rows }: Table, previousTable: Table | null): CsvRow | null {
  const earlierRows = new Set(previousTable?.rows.map(({ raw }) => raw));
  const newRows = rows.slice(rows.findLastIndex(({ raw }) => earlierRows.has(raw)) + 1);
  const last = newRows.at(-1);
  if (!last) return null;
  const brokenRow = previousTable === null ? last : newRows.find(({ problem }) => problem !== null);
  if (brokenRow && brokenRow.problem !== null) return brokenRow;
  if (last.end !== '') return null;
  const isShort = last.cells.length < (header?.cells.length ?? 0);
  const hadFinalLineEnd = previousTable !== null && (previousTable.rows.at(-1)?.end ?? '') !== '';
  const isBeginning = previousTable?.rows.some(({ raw }) => raw.startsWith(last.raw)) ?? false;
  return isShort || hadFinalLineEnd || isBeginning ? last : null;
}

/**
 * Returns the rows that are missing at the end of a table, compared with its previous version. Returns none
 * if the table now ends with a row whose name is new, because the end of the table was then edited.
 */
function findMissingAtEnd(previousTable: Table, now: Table): readonly CsvRow[] {
  const remainingCounts = new Map<string, number>();
  for (const row of now.rows)
    remainingCounts.set(nameOf(now, row), (remainingCounts.get(nameOf(now, row)) ?? 0) + 1);
  const isGone = previousTable.rows.map((row) => {
    const count = remainingCounts.get(nameOf(previousTable, row)) ?? 0;
    remainingCounts.set(nameOf(previousTable, row), count - 1);
    return count <= 0;
  });
  const last = now.rows.at(-1);
  const names = new Set(previousTable.rows.map((row) => nameOf(previousTable, row)));
  return last && names.has(nameOf(now, last)) ? previousTable.rows.slice(isGone.lastIndexOf(false) + 1) : [];
}

function nameOf({ nameAt }: Table, { cells }: CsvRow): string {
  return cells[nameAt]?.value.trim() ?? '';
}
