import { RegistryError } from '../../../kernel/errors.ts';
import { filterStrings, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import type { KnownBaselines } from '../../../records/baselines/known-baselines.ts';
import type { CategoryDefinition, LegacyForm, LegacyRecord } from '../../../records/categories/category.ts';
import { ConversionError } from '../../../records/categories/category.ts';
import { quoteCsvCell } from '../../../records/categories/text/csv-rows.ts';
import {
  formatModelsCsv,
  formatModelsCsvCell,
  type ModelsCsvLine,
  modelsCsvColumns,
  readModelsCsv,
} from '../../../records/categories/text/models-csv.ts';
import type { TextRow } from '../../../records/categories/text/row.ts';
import { describeUnknownBaseline } from '../../../records/categories/unknown-baseline.ts';
import { findDamage } from '../../../records/damaged-text.ts';
import { removeKeysFromText } from '../../../records/files/address-keys.ts';
import { checkModelName } from '../../../records/model-name.ts';
import { hasBackendPrefix } from '../../../records/text-names/index.ts';
import { findUnstorable } from '../../../records/unstorable.ts';
import { createJsonText, editJson, NotJsonObjectError, readJsonFile } from './edit-json.ts';

/** A row or member of a public repository's file that the registry cannot store. */
export interface FileProblem {
  /** The line, from 1. */
  readonly line: number;
  /** The model's name; null if the problem concerns the whole file. */
  readonly name: string | null;
  readonly reason: string;
}

/**
 * A row that cannot be read or that spans several lines, or a JSON member with an invalid model name. It may
 * contain further models: if a quotation mark is missing, several rows are read as one.
 */
export interface DoubtfulRow {
  /** The model's name; null if it is missing or invalid, or if the row is broken by a quotation mark. */
  readonly name: string | null;
  /**
   * The row split at each comma and line end, even inside quotation marks. One of the parts may be the name
   * of a further model.
   */
  readonly parts: readonly string[];
}

/** The records of a public repository's file. */
export interface RecordFile {
  /** Whether the file can be read at all. If not, `records` is empty although the file may contain models. */
  readonly isReadable: boolean;
  /** The records that the registry can store, in file order. For a repeated name, only the last record. */
  readonly records: ReadonlyMap<string, LegacyRecord>;
  /** Names of the records that the registry cannot store. */
  readonly unreadableNames: ReadonlySet<string>;
  /** Number of rows or members, including repeated names and records that the registry cannot store. */
  readonly rowCount: number;
  /** Number of rows or members that the registry cannot store, including those without a name. */
  readonly unreadableRowCount: number;
  /** The columns of a CSV file, in order; none for a JSON file. */
  readonly columns: readonly string[];
  /** The unreadable rows, each of which may be a model that `records` lacks. */
  readonly doubtfulRows: readonly DoubtfulRow[];
  readonly problems: readonly FileProblem[];
}

export type WithLegacyForm = CategoryDefinition & { readonly legacy: LegacyForm };

export function isCsv({ fileName }: Pick<LegacyForm, 'fileName'>): boolean {
  return fileName.endsWith('.csv');
}

/** The fields of a text model that have a column in the public file. */
export const csvKeys: ReadonlySet<string> = new Set([...modelsCsvColumns, 'parameters']);

/**
 * Reads the records of a category's file in its public repository. Does not throw: if the file cannot be
 * read, the result contains the problem.
 */
export function readRecordFile(
  definition: WithLegacyForm,
  text: string,
  baselines: KnownBaselines,
): RecordFile {
  const damage = findDamage(text, isCsv(definition.legacy) ? 'csv' : 'json');
  if (damage) return createUnreadFile({ ...damage, name: null });
  try {
    const file = isCsv(definition.legacy)
      ? readCsv(definition, text, baselines)
      : readJson(definition, text, baselines);
    return { ...file, problems: file.problems.map(shortenProblem) };
  } catch (error) {
    if (!(error instanceof NotJsonObjectError) && !(error instanceof RegistryError)) throw error;
    const line = error instanceof NotJsonObjectError ? error.line : 1;
    return createUnreadFile({ line, name: null, reason: error.message });
  }
}

function createUnreadFile(problem: FileProblem): RecordFile {
  return {
    isReadable: false,
    records: new Map(),
    unreadableNames: new Set(),
    rowCount: 0,
    unreadableRowCount: 0,
    columns: [],
    doubtfulRows: [],
    problems: [shortenProblem(problem)],
  };
}

/**
 * Maximum length of a problem's reason, in characters. Longer ones are truncated, because they may quote a
 * whole cell, key or header.
 */
const maxReasonLength = 400;

function shortenProblem(problem: FileProblem): FileProblem {
  const reason = removeKeysFromText(problem.reason);
  return reason.length <= maxReasonLength
    ? { ...problem, reason }
    : { ...problem, reason: `${reason.slice(0, maxReasonLength)}…` };
}

/**
 * Returns the absent models that doubtful rows may contain. A row may contain the models whose names are
 * among its parts. If none is, and the row itself has no name, it may contain any model; all absent models
 * are then returned.
 *
 * @param absent the names of models without a record in the file
 */
export function findPossiblyPresent(
  { doubtfulRows }: Pick<RecordFile, 'doubtfulRows'>,
  absent: readonly string[],
): ReadonlySet<string> {
  const absentNames = new Set(absent);
  const candidates = new Set<string>();
  for (const { name, parts } of doubtfulRows) {
    const matches = parts.filter((part) => absentNames.has(part));
    if (matches.length === 0 && name === null) return absentNames;
    for (const each of matches) candidates.add(each);
  }
  return candidates;
}

/**
 * Changes the text of a category's file so that its records equal `target`. Changes only the lines of records
 * that differ. Records that the registry cannot store stay unchanged, even if `target` has records of the
 * same names.
 *
 * @param text the current text; null if there is no file
 * @param target all records of the result; new ones are added in this order
 * @throws NotJsonObjectError or RegistryError if the text cannot be read
 */
export function editRecordFile(
  definition: WithLegacyForm,
  text: string | null,
  target: ReadonlyMap<string, LegacyRecord>,
  baselines: KnownBaselines,
): string {
  if (text === null) return isCsv(definition.legacy) ? editModelsCsv('', target) : createJsonText(target);
  const { unreadableNames } = readRecordFile(definition, text, baselines);
  const readableRecords = [...target].filter(([name]) => !unreadableNames.has(name));
  const pickUnreadable = <Item>(entries: Iterable<readonly [string, Item]>) =>
    [...entries].filter(([name]) => unreadableNames.has(name));
  if (isCsv(definition.legacy)) {
    const rows = readModelsCsv(text).lines.flatMap(({ row }) => (row ? [[row.name, row] as const] : []));
    return editModelsCsv(text, new Map([...pickUnreadable(rows), ...readableRecords]));
  }
  const members = readJsonFile(text).map(({ name, value }) => [name, value] as const);
  return editJson(text, new Map<string, JsonValue>([...pickUnreadable(members), ...readableRecords]));
}

function readCsv({ legacy }: WithLegacyForm, text: string, baselines: KnownBaselines): RecordFile {
  const { columns, lines, problems } = readModelsCsv(text);
  const records = new Map<string, LegacyRecord>();
  const doubtfulRows: DoubtfulRow[] = [];
  let [rowCount, unreadableRowCount] = [0, 0];
  const fileProblems: FileProblem[] = problems.map(({ line, name, reason }) => ({
    line,
    name: name || null,
    reason,
  }));
  const nameByLine = new Map(problems.map(({ line, name }) => [line, name]));
  const unreadableNames = new Set(
    problems.flatMap(({ name, isRowKept }) => (isRowKept || name === '' ? [] : [name])),
  );
  for (const { row, line, raw, cells, problem } of lines) {
    if (cells.length === 0) continue;
    rowCount += 1;
    const reason = row && findStorageProblem(legacy, row.name, row, baselines);
    const hasLineBreak = /[\r\n]/.test(raw);
    if (row && reason === null) records.set(row.name, row);
    else unreadableRowCount += 1;
    if (row && reason !== null) {
      unreadableNames.add(row.name);
      fileProblems.push({ line, name: row.name, reason });
    }
    if (!row || reason !== null || hasLineBreak) {
      const isBroken = problem !== null || (hasLineBreak && reason !== null);
      const name = row?.name ?? nameByLine.get(line) ?? '';
      const isReliable = !isBroken && isModelName(name) && !hasBackendPrefix(name);
      doubtfulRows.push({ name: isReliable ? name : null, parts: splitRow(raw) });
    }
  }
  return {
    isReadable: true,
    records,
    unreadableNames,
    rowCount,
    unreadableRowCount,
    columns,
    doubtfulRows,
    problems: fileProblems,
  };
}

/**
 * Splits the raw text of a row at its commas and line ends, and removes quotation marks and surrounding
 * whitespace.
 */
function splitRow(raw: string): string[] {
  return raw.split(/[,\r\n]/).map((part) => part.replaceAll('"', '').trim());
}

function readJson({ legacy }: WithLegacyForm, text: string, baselines: KnownBaselines): RecordFile {
  const records = new Map<string, LegacyRecord>();
  const unreadableNames = new Set<string>();
  const problems: FileProblem[] = [];
  const doubtfulRows: DoubtfulRow[] = [];
  const members = readJsonFile(text);
  for (const { name, value, line } of members) {
    const reason = isJsonObject(value)
      ? findStorageProblem(legacy, name, value, baselines)
      : 'is not a JSON object';
    records.delete(name);
    if (reason === null) records.set(name, value as LegacyRecord);
    else {
      unreadableNames.add(name);
      problems.push({ line, name, reason });
      if (!isModelName(name))
        doubtfulRows.push({ name: null, parts: isJsonObject(value) ? [String(value.name)] : [] });
    }
  }
  return {
    isReadable: true,
    records,
    unreadableNames,
    rowCount: members.length,
    unreadableRowCount: problems.length,
    columns: [],
    doubtfulRows,
    problems,
  };
}

export function isModelName(name: string): boolean {
  try {
    checkModelName(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the reason why the registry cannot store a record; null if it can. */
function findStorageProblem(
  legacy: LegacyForm,
  name: string,
  record: JsonObject,
  baselines: KnownBaselines,
): string | null {
  const unstorablePart = findUnstorable(record);
  if (unstorablePart) return `${unstorablePart.msg}: ${unstorablePart.path.join('.')}`;
  try {
    checkModelName(name);
    const v2 = legacy.toV2(name, record as LegacyRecord, null, baselines);
    const baselineName = describeUnknownBaseline(v2, null, baselines);
    return baselineName === null ? null : `baseline: ${baselineName}`;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof RegistryError) return error.message;
    throw error;
  }
}

/**
 * Changes the text of a `models.csv` so that its rows equal `target`. An unchanged row keeps its bytes; in
 * other rows, only the cells that differ are rewritten. Unreadable rows stay. Existing rows are never moved;
 * new rows are inserted in the curators' sort order.
 *
 * @param target all rows of the result. If the text repeats a name, only the last row of that name is changed
 * @throws RegistryError `bad_request` if the text is not a `models.csv`
 */
export function editModelsCsv(text: string, target: ReadonlyMap<string, TextRow>): string {
  if (text === '') return formatModelsCsv([...target.values()]);
  const { header, columns, lines } = readModelsCsv(text);
  const lastLineByName = new Map(lines.flatMap((line) => (line.row ? [[line.row.name, line]] : [])));
  const start = text.slice(0, text.indexOf(header.raw));
  const existingRows = lines.flatMap((line): WrittenRow[] => {
    if (!line.row) return [line];
    const row = target.get(line.row.name);
    if (!row) return [];
    return [lastLineByName.get(row.name) === line ? editRow(columns, line, line.row, row) : line];
  });
  const lineEnd = header.end || '\r\n';
  const rows: WrittenRow[] = [...existingRows];
  for (const [name, row] of target) {
    if (lastLineByName.has(name)) continue;
    const raw = columns.map((column) => quoteCsvCell(formatModelsCsvCell(row, column))).join(',');
    insertSorted(rows, { raw, end: lineEnd });
  }
  const linesToWrite = [{ raw: header.raw, end: rows.length > 0 ? lineEnd : header.end }, ...rows];
  return start + linesToWrite.map(({ raw, end }) => raw + end).join('');
}

interface WrittenRow {
  readonly raw: string;
  readonly end: string;
}

/** Compares two lines by ICU collation, like the editors in which curators sort the file. */
const { compare } = new Intl.Collator('en-US');

/**
 * Inserts a row into rows that may be unsorted. Of all positions, chooses the one with the fewest rows on the
 * wrong side of the new row.
 */
function insertSorted(rows: WrittenRow[], row: WrittenRow): void {
  const comparisons = rows.map(({ raw }) => compare(raw, row.raw));
  let misplacedCount = comparisons.filter((each) => each < 0).length;
  let [fewestMisplaced, position] = [misplacedCount, 0];
  for (const [index, each] of comparisons.entries()) {
    misplacedCount += each > 0 ? 1 : each < 0 ? -1 : 0;
    if (misplacedCount <= fewestMisplaced) [fewestMisplaced, position] = [misplacedCount, index + 1];
  }
  const previousRow = rows[position - 1];
  // If the last row had no line end, it gets one, and the new last row has none.
  if (previousRow?.end === '') {
    rows[position - 1] = { ...previousRow, end: row.end };
    rows.splice(position, 0, { ...row, end: '' });
  } else {
    rows.splice(position, 0, row);
  }
}

function editRow(
  columns: readonly string[],
  line: ModelsCsvLine,
  previousRow: TextRow,
  newRow: TextRow,
): WrittenRow {
  const cells = line.cells.map(({ raw }) => raw);
  let isChanged = false;
  for (const [index, column] of columns.entries()) {
    if (column === 'name' || isSameCell(column, previousRow, newRow)) continue;
    while (cells.length <= index) cells.push('');
    cells[index] = quoteCsvCell(formatCell(column, line.cells[index]?.value ?? '', newRow));
    isChanged = true;
  }
  if (!isChanged) return line;
  const byteOrderMark = line.raw.startsWith('\ufeff') ? '\ufeff' : '';
  return { raw: byteOrderMark + cells.join(','), end: line.end };
}

function isSameCell(column: string, previousRow: TextRow, newRow: TextRow): boolean {
  if (column === 'settings') return sameJson(readSettings(previousRow), readSettings(newRow));
  return formatModelsCsvCell(previousRow, column) === formatModelsCsvCell(newRow, column);
}

function formatCell(column: string, oldText: string, newRow: TextRow): string {
  if (column === 'tags')
    return filterStrings(newRow.tags).join(oldText.includes(',') && !oldText.includes(', ') ? ',' : ', ');
  if (
    column === 'settings' &&
    oldText.trim().startsWith('{') &&
    Object.keys(readSettings(newRow)).length > 0
  ) {
    return editJson(oldText, new Map(Object.entries(readSettings(newRow))));
  }
  return formatModelsCsvCell(newRow, column);
}

function readSettings({ settings }: TextRow): JsonObject {
  return isJsonObject(settings) ? settings : {};
}
