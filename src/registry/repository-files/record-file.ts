import type { CategoryDefinition, LegacyForm, LegacyRecord } from '../categories/category.ts';
import { ConversionError } from '../categories/category.ts';
import { readModelsCsv } from '../categories/text/models-csv.ts';
import { RegistryError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { checkModelName } from '../model-name.ts';
import { editJson, NoJsonObject, newJsonFile, readJsonFile } from './edit-json.ts';
import { editModelsCsv } from './models-csv-file.ts';

/** Something in a file of a public repository that cannot be taken in. */
export interface FileProblem {
  /** From 1. */
  readonly line: number;
  /** Of the model; null when it is about the file. */
  readonly name: string | null;
  readonly reason: string;
}

/** What a file of a public repository says. */
export interface RecordFile {
  /** False when nothing of it can be read; then there are no records, and nothing is known of any model. */
  readonly readable: boolean;
  /** Those that the registry can hold, in the order of the file; of a name that comes twice the last counts. */
  readonly records: ReadonlyMap<string, LegacyRecord>;
  /** The names of records that are there and that the registry cannot hold. */
  readonly unreadable: ReadonlySet<string>;
  readonly problems: readonly FileProblem[];
}

export type WithLegacyForm = CategoryDefinition & { readonly legacy: LegacyForm };

export function isCsv({ fileName }: Pick<LegacyForm, 'fileName'>): boolean {
  return fileName.endsWith('.csv');
}

/** The records of a category's file in its public repository. Never throws: what is wrong is a problem. */
export function readRecordFile(definition: WithLegacyForm, text: string): RecordFile {
  try {
    return isCsv(definition.legacy) ? readCsv(definition, text) : readJson(definition, text);
  } catch (error) {
    if (!(error instanceof NoJsonObject) && !(error instanceof RegistryError)) throw error;
    const line = error instanceof NoJsonObject ? error.line : 1;
    const problems = [{ line, name: null, reason: error.message }];
    return { readable: false, records: new Map(), unreadable: new Set(), problems };
  }
}

/**
 * The text of a category's file with other records: only lines of records that differ are touched. Records
 * that the registry cannot hold stay as they are, whatever is wanted of them.
 *
 * @param text of the file as it is; null where there is none
 * @param wanted every record that there is to be, in the order of new ones
 * @throws NoJsonObject, RegistryError when the text cannot be read
 */
export function editRecordFile(
  definition: WithLegacyForm,
  text: string | null,
  wanted: ReadonlyMap<string, LegacyRecord>,
): string {
  if (text === null) return isCsv(definition.legacy) ? editModelsCsv('', wanted) : newJsonFile(wanted);
  const { unreadable } = readRecordFile(definition, text);
  const readable = [...wanted].filter(([name]) => !unreadable.has(name));
  const kept = <Standing>(standing: Iterable<readonly [string, Standing]>) =>
    [...standing].filter(([name]) => unreadable.has(name));
  if (isCsv(definition.legacy)) {
    const rows = readModelsCsv(text).lines.flatMap(({ row }) => (row ? [[row.name, row] as const] : []));
    return editModelsCsv(text, new Map([...kept(rows), ...readable]));
  }
  const members = readJsonFile(text).map(({ name, value }) => [name, value] as const);
  return editJson(text, new Map<string, JsonValue>([...kept(members), ...readable]));
}

function readCsv({ legacy }: WithLegacyForm, text: string): RecordFile {
  const { lines, problems } = readModelsCsv(text);
  const records = new Map<string, LegacyRecord>();
  const found: FileProblem[] = problems.map(({ line, name, reason }) => ({
    line,
    name: name || null,
    reason,
  }));
  const unreadable = new Set(problems.flatMap(({ name, kept }) => (kept || name === '' ? [] : [name])));
  for (const { row, line } of lines) {
    if (!row) continue;
    const reason = whyNot(legacy, row.name, row);
    if (reason === null) records.set(row.name, row);
    else {
      unreadable.add(row.name);
      found.push({ line, name: row.name, reason });
    }
  }
  return { readable: true, records, unreadable, problems: found };
}

function readJson({ legacy }: WithLegacyForm, text: string): RecordFile {
  const records = new Map<string, LegacyRecord>();
  const unreadable = new Set<string>();
  const problems: FileProblem[] = [];
  for (const { name, value, line } of readJsonFile(text)) {
    const reason = isJsonObject(value) ? whyNot(legacy, name, value) : 'is not a JSON object';
    records.delete(name);
    if (reason === null) records.set(name, value as LegacyRecord);
    else {
      unreadable.add(name);
      problems.push({ line, name, reason });
    }
  }
  return { readable: true, records, unreadable, problems };
}

/** Why the registry cannot hold a record; null when it can. */
function whyNot(legacy: LegacyForm, name: string, record: JsonObject): string | null {
  try {
    checkModelName(name);
    legacy.toV2(name, record as LegacyRecord, null);
    return null;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof RegistryError) return error.message;
    throw error;
  }
}
