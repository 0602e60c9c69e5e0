import { isJsonObject, type JsonObject, textsOf } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { csvCell } from '../../../records/categories/text/csv-rows.ts';
import {
  formatModelsCsv,
  type ModelsCsvLine,
  modelsCsvCell,
  readModelsCsv,
} from '../../../records/categories/text/models-csv.ts';
import type { TextRow } from '../../../records/categories/text/row.ts';
import { editJson } from './edit-json.ts';

/**
 * Changes the text of a `models.csv` until its rows are those of `wanted`. A row that is equal already keeps
 * its bytes; in other rows, only the cells that differ are written anew. Rows that cannot be read stay.
 * Existing rows are never moved; new rows go where the curators' sorting puts them.
 *
 * @param wanted all rows of the result. If the text repeats a name, only the last row of that name is changed
 * @throws RegistryError `bad_request` when the text is no `models.csv`
 */
export function editModelsCsv(text: string, wanted: ReadonlyMap<string, TextRow>): string {
  if (text === '') return formatModelsCsv([...wanted.values()]);
  const { header, columns, lines } = readModelsCsv(text);
  const counting = new Map(lines.flatMap((line) => (line.row ? [[line.row.name, line]] : [])));
  const start = text.slice(0, text.indexOf(header.raw));
  const kept = lines.flatMap((line): WrittenRow[] => {
    if (!line.row) return [line];
    const row = wanted.get(line.row.name);
    if (!row) return [];
    return [counting.get(row.name) === line ? editedRow(columns, line, line.row, row) : line];
  });
  const lineEnd = header.end || '\r\n';
  const rows: WrittenRow[] = [...kept];
  for (const [name, row] of wanted) {
    if (counting.has(name)) continue;
    const raw = columns.map((column) => csvCell(modelsCsvCell(row, column))).join(',');
    insertSorted(rows, { raw, end: lineEnd });
  }
  const all = [{ raw: header.raw, end: rows.length > 0 ? lineEnd : header.end }, ...rows];
  return start + all.map(({ raw, end }) => raw + end).join('');
}

interface WrittenRow {
  readonly raw: string;
  readonly end: string;
}

/** Compares two lines of the file as the curators' editors do when they sort it: by the rules of ICU. */
const { compare } = new Intl.Collator('en-US');

/**
 * Inserts a row into rows that may be unsorted: at the place where the fewest rows stand on the wrong side of
 * it.
 */
function insertSorted(rows: WrittenRow[], row: WrittenRow): void {
  const order = rows.map(({ raw }) => compare(raw, row.raw));
  let wrong = order.filter((each) => each < 0).length;
  let [best, place] = [wrong, 0];
  for (const [index, each] of order.entries()) {
    wrong += each > 0 ? 1 : each < 0 ? -1 : 0;
    if (wrong <= best) [best, place] = [wrong, index + 1];
  }
  const before = rows[place - 1];
  // A last row without a line end passes that on: the new row gets none, the former last one does.
  if (before?.end === '') {
    rows[place - 1] = { ...before, end: row.end };
    rows.splice(place, 0, { ...row, end: '' });
  } else {
    rows.splice(place, 0, row);
  }
}

function editedRow(columns: readonly string[], line: ModelsCsvLine, was: TextRow, now: TextRow): WrittenRow {
  const cells = line.cells.map(({ raw }) => raw);
  let changed = false;
  for (const [index, column] of columns.entries()) {
    if (column === 'name' || saysTheSame(column, was, now)) continue;
    while (cells.length <= index) cells.push('');
    cells[index] = csvCell(newCell(column, line.cells[index]?.value ?? '', now));
    changed = true;
  }
  if (!changed) return line;
  const mark = line.raw.startsWith('\ufeff') ? '\ufeff' : '';
  return { raw: mark + cells.join(','), end: line.end };
}

function saysTheSame(column: string, was: TextRow, now: TextRow): boolean {
  if (column === 'settings') return sameJson(settingsOf(was), settingsOf(now));
  return modelsCsvCell(was, column) === modelsCsvCell(now, column);
}

function newCell(column: string, old: string, now: TextRow): string {
  if (column === 'tags') return textsOf(now.tags).join(old.includes(',') && !old.includes(', ') ? ',' : ', ');
  if (column === 'settings' && old.trim().startsWith('{') && Object.keys(settingsOf(now)).length > 0) {
    return editJson(old, new Map(Object.entries(settingsOf(now))));
  }
  return modelsCsvCell(now, column);
}

function settingsOf({ settings }: TextRow): JsonObject {
  return isJsonObject(settings) ? settings : {};
}
