import { readCsvRows } from '../../../records/categories/text/csv-rows.ts';
import { minCells } from '../../../records/categories/text/models-csv.ts';
import { sortDistinct } from '../../../records/text-names/sorted-strings.ts';
import {
  isFalsy,
  type PythonValue,
  readPythonFloat,
  readPythonJson,
  roundHalfEven,
  writePythonJson,
} from './python-json.ts';

/** The line of `models.csv` at which the text repository's generator stops with an error, and the reason. */
export interface GeneratorStop {
  /** The line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/**
 * Generates the text of `db.json` from `models.csv`, like the text repository's generator: three entries for
 * each row. The JSON is formatted as in Python, because the repository's checks compare the file byte for
 * byte.
 *
 * @param companions the texts of `defaults.json` and `generation_params.json`, from the same folder
 * @returns the text, or the line where the generator stops
 */
export function generateDbJson(
  csv: string,
  companions: { readonly defaults: string; readonly generationParams: string },
): { readonly text: string } | GeneratorStop {
  const defaults = parseObject(companions.defaults);
  const params = parseObject(companions.generationParams);
  if (!defaults || !params) {
    return { line: 1, reason: 'defaults.json and generation_params.json must be JSON objects' };
  }
  const [header, ...rows] = readCsvRows(csv);
  const columns = header?.cells.map(({ value }) => value) ?? [];
  const entries = new Map<string, PythonValue>();
  for (const { cells, line, problem } of rows) {
    if (cells.length === 0) continue;
    const createStop = (reason: string): GeneratorStop => ({ line, reason });
    if (problem !== null) return createStop(problem);
    // Python reads missing trailing cells as `None`, and omits them like empty ones.
    if (cells.length < Math.min(minCells, columns.length)) {
      return createStop(`the row has ${cells.length} cells; expected ${columns.length}`);
    }
    const row = new Map<string, PythonValue>(
      columns.map((column, index) => [column, cells[index]?.value ?? '']),
    );
    // Python stores surplus cells under the key `None`, which is `null` in JSON. The repository had such a
    // row for two days.
    const extraValues = cells.slice(columns.length).map(({ value }) => value);
    if (extraValues.length > 0) row.set('null', extraValues);
    const name = String(row.get('name') ?? '');
    const entry = createEntry(row, name, params);
    if ('reason' in entry) return createStop(entry.reason);
    const { modelName } = entry;
    for (const key of [name, `aphrodite/${name}`, `koboldcpp/${modelName}`]) {
      const nameFields = new Map<string, PythonValue>([
        ['name', key],
        ['model_name', modelName],
      ]);
      entries.set(key, new Map([...nameFields, ...defaults, ...entry.fields]));
    }
  }
  return { text: `${writePythonJson(entries)}\n` };
}

interface Entry {
  readonly modelName: string;
  readonly fields: ReadonlyMap<string, PythonValue>;
}

/** Maximum number of characters of a cell quoted in an error. */
const maxQuotedCharacters = 200;

function createEntry(
  row: Map<string, PythonValue>,
  name: string,
  params: ReadonlyMap<string, PythonValue>,
): Entry | { readonly reason: string } {
  const billionsText = String(row.get('parameters_bn') ?? '');
  row.delete('name');
  row.delete('parameters_bn');
  const modelName = name.includes('/') ? (name.split('/')[1] ?? '') : name;
  const billions = readPythonFloat(billionsText);
  if (billions === null || !Number.isFinite(billions)) {
    return { reason: `parameters_bn is not a number: '${billionsText.slice(0, maxQuotedCharacters)}'` };
  }
  row.set('parameters', { number: String(BigInt(Math.trunc(billions * 1_000_000_000))) });

  const tags = new Set(splitTags(String(row.get('tags') ?? '')));
  const style = String(row.get('style') ?? '');
  if (style !== '') tags.add(style);
  tags.add(`${roundHalfEven(billions)}B`);
  row.set('tags', sortDistinct([...tags]));

  const settingsText = String(row.get('settings') ?? '');
  const settings = settingsText === '' ? new Map<string, PythonValue>() : parseObject(settingsText);
  const unknownKey = settings && [...settings.keys()].find((key) => !params.has(key));
  if (!settings || unknownKey !== undefined) {
    return {
      reason: `settings is not a JSON object with known keys only: ${settingsText.slice(0, maxQuotedCharacters)}`,
    };
  }
  row.set('settings', settings);

  if (row.get('display_name') === '') row.set('display_name', createDisplayName(modelName));
  return { modelName, fields: new Map([...row].filter(([, value]) => !isFalsy(value))) };
}

function splitTags(cell: string): string[] {
  return cell === '' ? [] : cell.split(',').map((tag) => tag.trim());
}

function createDisplayName(modelName: string): string {
  return modelName.replace(/[-_]/g, ' ').replace(/ +/g, ' ').trim();
}

function parseObject(text: string): ReadonlyMap<string, PythonValue> | null {
  const value = readPythonJson(text)?.value;
  return value instanceof Map ? value : null;
}
