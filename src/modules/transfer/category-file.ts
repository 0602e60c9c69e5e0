import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { knownBuiltIn } from '../../records/baselines/known-baselines.ts';
import type {
  CanonicalFormat,
  CategoryDefinition,
  LegacyForm,
  LegacyRecord,
} from '../../records/categories/category.ts';
import { parseModelsCsv } from '../../records/categories/text/models-csv.ts';
import { findDamage } from '../../records/damaged-text.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import { formatOfRecords, guessFormat } from './record-format.ts';
import { type CollectedFiles, listMembers, parseJsonObject } from './reference-source.ts';
import { isCsv, readRecordFile, type WithLegacyForm } from './repository-files/record-file.ts';

interface SourceFile {
  /** The full path or URL, for messages. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the records of a `models.csv` into `collectedFiles`.
 * @returns the reason why the file cannot be read; null on success
 */
export function readCsvFile(
  definition: WithLegacyForm,
  { file, text }: SourceFile,
  collectedFiles: CollectedFiles,
): string | null {
  const { name: category, legacy } = definition;
  const damage = findDamage(text, 'csv');
  if (damage) return `${damage.reason} (line ${damage.line})`;
  try {
    const { columns, rows, problems } = parseModelsCsv(text);
    collectedFiles.texts.push({ fileName: legacy.fileName, text });
    // Text models may name any baseline, including unknown ones.
    for (const row of readRecordFile(definition, text, knownBuiltIn).doubtfulRows)
      collectedFiles.doubtfulRows.push({ ...row, category });
    for (const row of rows)
      collectedFiles.models.push({
        definition,
        file,
        name: row.name,
        format: 'legacy',
        record: row,
        columns,
      });
    for (const { line, name, reason, isRowKept } of problems) {
      (isRowKept ? collectedFiles.warnings : collectedFiles.problems).push({
        file: `${file}:${line}`,
        name,
        reason,
      });
    }
    collectedFiles.files.push({ file, category, format: 'legacy', records: rows.length });
    return null;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return error.message;
  }
}

/**
 * Reads the records of a category's JSON file into `collectedFiles`.
 * @param forcedFormat the format of the records; null to detect it from the records
 * @returns the reason why the file cannot be read; null on success
 */
export function readJsonFile(
  definition: CategoryDefinition,
  { file, text }: SourceFile,
  forcedFormat: CanonicalFormat | null,
  collectedFiles: CollectedFiles,
): string | null {
  const damage = findDamage(text, 'json');
  if (damage) return `${damage.reason} (line ${damage.line})`;
  const content = parseJsonObject(text);
  if ('instead' in content) return `is not a JSON object of records by name: ${content.instead}`;
  // `$schema` tells editors where the schema is; it is not a model.
  const members = listMembers(content.object, text.replace(/^\uFEFF/, '')).filter(
    ([name, value]) => name !== '$schema' || typeof value !== 'string',
  );
  const format =
    forcedFormat ??
    formatOfRecords(
      definition.name,
      members.map(([, record]) => record),
    ) ??
    guessFormat(definition, file);
  if (format === 'mixed') return 'has records of both formats: select one with --format';
  if (format === 'legacy' && !definition.legacy)
    return `has legacy records, but ${definition.name} has no legacy form`;
  const { legacy } = definition;
  if (format === 'legacy' && legacy && !isCsv(legacy))
    collectedFiles.texts.push({ fileName: legacy.fileName, text });
  const entries = format === 'legacy' ? listLegacyEntries(members, definition.legacy) : members;
  for (const [name, record] of entries)
    collectedFiles.models.push({ definition, file, name, format, record });
  collectedFiles.files.push({ file, category: definition.name, format, records: entries.length });
  return null;
}

/**
 * Returns the entries to import from a legacy JSON file. The JSON file of text models has several entries for
 * each row of `models.csv`. The entries with a backend prefix are omitted, and each of the others is
 * converted to a row. For other categories, all entries are returned unchanged.
 */
function listLegacyEntries(entries: [string, JsonValue][], form: LegacyForm | null): [string, JsonValue][] {
  if (!form || !isCsv(form)) return entries;
  return entries
    .filter(([name]) => !hasBackendPrefix(name))
    .map(([name, entry]) => [
      name,
      isJsonObject(entry) ? form.fromBody({ ...entry, name } as LegacyRecord, null) : entry,
    ]);
}
