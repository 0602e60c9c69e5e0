import { RegistryError } from '../../../kernel/errors.ts';
import { filterStrings, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { coerceSetting } from '../../setting-value.ts';
import { hasBackendPrefix } from '../../text-names/index.ts';
import { type CsvCell, type CsvRow, quoteCsvCell, readCsvRows } from './csv-rows.ts';
import { isEmpty, removeEmptyValues, rowKeys, type TextRow } from './row.ts';

/**
 * The columns of the public `models.csv`, in order. Further columns of a file are read too; a new file has
 * only these columns.
 */
export const modelsCsvColumns = [
  'name',
  'parameters_bn',
  'display_name',
  'url',
  'baseline',
  'description',
  'style',
  'tags',
  'instruct_format',
  'settings',
] as const;

/** A problem in a row. If `isRowKept` is false, the row is not in the result. */
export interface CsvProblem {
  /** Line of the file on which the row ends, 1-based. */
  readonly line: number;
  /** Name of the model; empty when the row has none. */
  readonly name: string;
  readonly reason: string;
  readonly isRowKept: boolean;
}

/** A line of the file, and its row. */
export interface ModelsCsvLine extends CsvRow {
  /** The parsed row; null for a blank line or a refused row. */
  readonly row: TextRow | null;
}

/** The whole content of a `models.csv`, including lines without a row. */
export interface ModelsCsv {
  readonly header: CsvRow;
  readonly columns: readonly string[];
  readonly lines: readonly ModelsCsvLine[];
  readonly problems: readonly CsvProblem[];
}

/**
 * Reads a `models.csv` line by line.
 * @throws RegistryError `bad_request` when the file lacks a required column
 */
export function readModelsCsv(text: string): ModelsCsv {
  const [header, ...rows] = readCsvRows(text).filter(isNotLeadingBlank);
  const columns = header?.cells.map(({ value }) => value) ?? [];
  const missingColumns = ['name', 'parameters_bn'].filter((column) => !columns.includes(column));
  if (!header || missingColumns.length > 0) {
    throw new RegistryError(
      'bad_request',
      `models.csv has no column ${missingColumns.join(', ')}: its header is ${columns}`,
    );
  }
  const problems: CsvProblem[] = [];
  const names = new Set<string>();
  const lines = rows.map((line, index): ModelsCsvLine => {
    if (line.cells.length === 0) return { ...line, row: null };
    const cells = new Map(columns.map((column, index) => [column, line.cells[index]?.value ?? '']));
    const name = (cells.get('name') ?? '').trim();
    const report = (reason: string, isRowKept: boolean) =>
      problems.push({ line: line.line, name, reason, isRowKept });
    const problem =
      line.problem ??
      findQuotationProblem(line.cells[columns.indexOf('name')]) ??
      findSplitRowProblem(columns, line, { before: rows[index - 1], after: rows[index + 1] });
    if (problem !== null) return { ...line, problem, row: refuse(report, problem) };
    if (line.cells.length > columns.length) {
      report(
        `the row has ${line.cells.length} cells; expected ${columns.length}: the last ones are not read`,
        true,
      );
    }
    const row = parseRow(name, cells, report);
    if (row && names.has(name)) report('the name has an earlier row, which this one replaces', true);
    if (row) names.add(name);
    return { ...line, row };
  });
  return { header, columns, lines, problems };
}

/**
 * Returns the reason why the name in a cell is wrong; null when it seems right. If a cell contains a
 * quotation mark but does not start with one, its opening mark is missing, and the name is incomplete.
 */
function findQuotationProblem(cell: CsvCell | undefined): string | null {
  if (!cell?.raw.includes('"') || /^\ufeff?"/.test(cell.raw)) return null;
  return 'a name with a quotation mark must be in quotes';
}

/**
 * Minimum number of cells of a model's row. Rows of the public file may lack their last cells, which then
 * count as empty; a row with fewer cells is a fragment or not a row.
 */
export const minCells = 3;

/**
 * Returns the reason why a row may be a fragment: it has too few cells, or a line break in a cell has split
 * it in two. Returns null for any other row.
 */
function findSplitRowProblem(
  columns: readonly string[],
  { cells }: CsvRow,
  { before, after }: { readonly before: CsvRow | undefined; readonly after: CsvRow | undefined },
): string | null {
  const areOneRow = (first: number, second: number) =>
    first > 0 && first < columns.length && second > 0 && first + second === columns.length + 1;
  if (areOneRow(cells.length, after?.cells.length ?? 0))
    return 'the row ends inside a cell, which the next line continues';
  if (areOneRow(before?.cells.length ?? 0, cells.length))
    return 'the row continues a cell of the line before';
  return cells.length < Math.min(minCells, columns.length)
    ? `the row has ${cells.length} cells; expected ${columns.length}`
    : null;
}

function isNotLeadingBlank({ cells }: CsvRow, index: number): boolean {
  return index > 0 || cells.length > 0;
}

/**
 * Reads the rows of a `models.csv`. When a name occurs twice, the last row replaces the first at its
 * position.
 *
 * @throws RegistryError `bad_request` when the file lacks a required column
 */
export function parseModelsCsv(
  text: string,
): Pick<ModelsCsv, 'columns' | 'problems'> & { readonly rows: TextRow[] } {
  const { columns, lines, problems } = readModelsCsv(text);
  const rows = new Map<string, TextRow>();
  for (const { row } of lines) if (row) rows.set(row.name, row);
  return { columns, rows: [...rows.values()], problems };
}

type Report = (reason: string, isRowKept: boolean) => void;

function parseRow(name: string, cells: ReadonlyMap<string, string>, report: Report): TextRow | null {
  if (name === '') return refuse(report, 'the name is empty');
  if (hasBackendPrefix(name))
    return refuse(report, 'the name must not have a backend prefix: such names are generated');
  const billions = (cells.get('parameters_bn') ?? '').trim();
  if (billions === '') report('parameters_bn is empty and is read as 0', true);
  const parameters = billions === '' ? 0 : parseBillions(billions);
  if (parameters === null)
    return refuse(report, `parameters_bn is not a number of parameters: '${billions}'`);
  const settings = parseSettings(cells.get('settings') ?? '');
  if (settings === null) {
    return refuse(
      report,
      `settings must be a JSON object with allowed values; found: ${cells.get('settings')}`,
    );
  }
  return { name, parameters, ...removeEmptyValues(parseOtherCells(cells, settings)) };
}

function refuse(report: Report, reason: string): null {
  report(reason, false);
  return null;
}

const ownColumns: ReadonlySet<string> = new Set([...modelsCsvColumns, ...rowKeys, '']);

function parseOtherCells(
  cells: ReadonlyMap<string, string>,
  settings: JsonObject,
): Record<string, JsonValue> {
  const cell = (column: string) => cells.get(column) ?? '';
  const tags = cell('tags').split(',');
  return {
    display_name: cell('display_name'),
    url: cell('url'),
    baseline: cell('baseline'),
    description: cell('description'),
    style: cell('style'),
    tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
    instruct_format: cell('instruct_format'),
    settings,
    version: cell('version'),
    nsfw: cell('nsfw').trim().toLowerCase() === 'true',
    ...Object.fromEntries([...cells].filter(([column]) => !ownColumns.has(column))),
  };
}

/**
 * Parses the settings in a cell. Returns an empty object for an empty cell and for `null`. Returns null when
 * the cell is not a JSON object or contains a value that settings may not have.
 */
function parseSettings(cell: string): JsonObject | null {
  if (cell.trim() === '') return {};
  try {
    const settings: unknown = JSON.parse(cell);
    if (settings === null) return {};
    if (!isJsonObject(settings)) return null;
    return Object.values(settings).every((value) => 'value' in coerceSetting(value)) ? settings : null;
  } catch {
    return null;
  }
}

/**
 * Returns the text of a new `models.csv` in the format of the public one: the same columns, CRLF, and quotes
 * only where necessary.
 */
export function formatModelsCsv(rows: readonly TextRow[]): string {
  const lines = rows.map((row) =>
    modelsCsvColumns.map((column) => quoteCsvCell(formatModelsCsvCell(row, column))),
  );
  return [[...modelsCsvColumns], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Returns the text of one cell of a new row, before it is quoted. */
export function formatModelsCsvCell(row: TextRow, column: string): string {
  if (column === 'parameters_bn')
    return formatBillions(typeof row.parameters === 'number' ? row.parameters : 0);
  if (column === 'tags') return filterStrings(row.tags).join(', ');
  if (column === 'settings') return formatSettings(row.settings);
  if (column === 'nsfw') return row.nsfw === true ? 'true' : '';
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the text of a settings cell: JSON with the spacing of Python, such as
 * `{"temperature": 0.7, "top_p": 0.1}`. Empty when there are no settings.
 */
function formatSettings(settings: JsonValue | undefined): string {
  if (!isJsonObject(settings) || isEmpty(settings)) return '';
  const members = Object.entries(settings).map(
    ([key, value]) => `${JSON.stringify(key)}: ${formatWithSpaces(value)}`,
  );
  return `{${members.join(', ')}}`;
}

function formatWithSpaces(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.map(formatWithSpaces).join(', ')}]` : JSON.stringify(value);
}

/**
 * The number of parameters in one unit of the column `parameters_bn`. Values in the column need at most nine
 * decimals, because a tenth one would be a fraction of a parameter.
 */
const billion = 1_000_000_000;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Returns the number of parameters in a `parameters_bn` cell; null when the cell is not a number, or the
 * number is too large. Multiplies in floating point and truncates the result: `4.1` is 4099999999.
 */
export function parseBillions(billions: string): number | null {
  if (!decimal.test(billions)) return null;
  const parameters = Math.trunc(Number(billions) * billion) + 0;
  return Number.isSafeInteger(parameters) ? parameters : null;
}

/**
 * Returns the shortest decimal that `parseBillions` converts to this number of parameters, such as `4.1` for
 * 4099999999.
 */
export function formatBillions(parameters: number): string {
  const sign = parameters < 0 ? '-' : '';
  const count = Math.abs(parameters);
  for (let decimals = 0; decimals <= 9; decimals += 1) {
    const unit = 10 ** (9 - decimals);
    const lowerUnits = Math.floor(count / unit);
    const exactUnits = [lowerUnits, lowerUnits + 1].find(
      (units) => parseBillions(formatFixed(units, decimals)) === count,
    );
    if (exactUnits !== undefined) return sign + formatFixed(exactUnits, decimals);
  }
  // With nine decimals, the truncation may yield a smaller count. The tenth decimal adds half a parameter,
  // which prevents this.
  return `${sign}${formatFixed(count, 9)}5`;
}

/**
 * Inserts the decimal point into a number: 41 with one decimal becomes `4.1`. Works on digits, because
 * floating-point division is not exact.
 */
function formatFixed(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
