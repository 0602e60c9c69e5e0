import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { ReferenceSource } from '../../outside/reference-url.ts';
import type {
  CanonicalFormat,
  CategoryDefinition,
  LegacyForm,
  LegacyRecord,
} from '../../records/categories/category.ts';
import { extraCategoryNames } from '../../records/categories/extra-categories.ts';
import { parseModelsCsv } from '../../records/categories/text/models-csv.ts';
import { entryDefaults } from '../../records/categories/text/row.ts';
import { generationParams } from '../../records/setting-value.ts';
import { hasBackendPrefix } from '../../records/text-names/index.ts';
import { readGroupFiles } from './group-files.ts';
import { type Findings, jsonObjectOf, membersInOrder, type ReferenceFiles } from './reference-source.ts';
import { generateDbJson } from './repository-files/db-json.ts';
import { isCsv, readRecordFile, type WithLegacyForm } from './repository-files/record-file.ts';

/**
 * Reads every model reference file of a source: files of the legacy repositories (`stable_diffusion.json`,
 * `clip.json`, `models.csv` …), files of the v2 layout (`<category>.json`, and `text_generation_group_….json`
 * about groups of text models), or both. Looks at the top folder of the source; if no such file is there, in
 * the folders `image` and `text`.
 *
 * @param format the format of the JSON files; null: each file's format is recognised by its content
 */
export async function readReferenceFiles(
  source: ReferenceSource,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
): Promise<ReferenceFiles> {
  const found: Findings = {
    files: [],
    texts: [],
    models: [],
    groupEntries: [],
    problems: [],
    doubtful: [],
    warnings: [],
  };
  for (const folders of [[''], ['image/', 'text/']]) {
    for (const folder of folders) {
      await readRecordFiles(source, folder, definitions, format, found);
      await readGroupFiles(source, folder, found);
      if (!isEmpty(found)) await warnOfExtraFiles(source, folder, definitions, found);
    }
    if (!isEmpty(found)) break;
  }
  return found;
}

/** Tells whether a source has none of the files that an import reads. */
export function isEmpty({ files, groupEntries, problems }: ReferenceFiles): boolean {
  return files.length + groupEntries.length + problems.length === 0;
}

export function joinReferenceFiles(sources: readonly ReferenceFiles[]): ReferenceFiles {
  return {
    files: sources.flatMap(({ files }) => files),
    texts: sources.flatMap(({ texts }) => texts),
    models: sources.flatMap(({ models }) => models),
    groupEntries: sources.flatMap(({ groupEntries }) => groupEntries),
    problems: sources.flatMap(({ problems }) => problems),
    doubtful: sources.flatMap(({ doubtful }) => doubtful),
    warnings: sources.flatMap(({ warnings }) => warnings),
  };
}

/**
 * Reads the record files of all categories in one folder of a source, and adds their records and problems to
 * `found`.
 */
async function readRecordFiles(
  source: ReferenceSource,
  folder: string,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
  found: Findings,
): Promise<void> {
  for (const definition of definitions) {
    const texts: { file: string; text: string }[] = [];
    for (const fileName of fileNamesOf(definition)) {
      const text = await source.read(folder + fileName);
      if (text !== null) texts.push({ file: source.label(folder + fileName), text });
    }
    const [first, ...others] = texts;
    if (!first) continue;
    // Legacy JSON beside a CSV repeats the CSV's rows; v2 records in it do not.
    const rivals = first.file.endsWith('.csv') ? others.filter(({ text }) => isV2(definition, text)) : others;
    if (rivals.length > 0) {
      const files = [first, ...rivals].map(({ file }) => file).join(', ');
      const reason = `there are several files of the category ${definition.name} (${files}): leave one`;
      found.problems.push({ file: first.file, name: null, reason });
    } else if (first.file.endsWith('.csv')) {
      readCsvFile(definition as WithLegacyForm, first, found);
      await compareCompanions(source, folder, first.text, found);
    } else {
      readJsonFile(definition, first, format, found);
    }
  }
}

/**
 * Adds a warning for each file that is not imported because its extra category is not switched on in this
 * registry.
 */
async function warnOfExtraFiles(
  source: ReferenceSource,
  folder: string,
  definitions: readonly CategoryDefinition[],
  found: Findings,
): Promise<void> {
  const known = new Set(definitions.map(({ name }) => name));
  for (const name of extraCategoryNames.filter((each) => !known.has(each))) {
    if ((await source.read(`${folder}${name}.json`)) === null) continue;
    const reason = `is passed over, because EXTRA_CATEGORIES does not name ${name}`;
    found.warnings.push({ file: source.label(`${folder}${name}.json`), name: null, reason });
  }
}

/** Gives the names that a category's file may have; that of the legacy repositories comes first. */
function fileNamesOf({ name, legacy }: CategoryDefinition): string[] {
  const aliases = (legacy?.aliases ?? []).filter((alias) => alias.endsWith('.json'));
  return [...new Set([...(legacy ? [legacy.fileName] : []), `${name}.json`, ...aliases])];
}

function readCsvFile(
  definition: WithLegacyForm,
  { file, text }: { file: string; text: string },
  found: Findings,
): void {
  const { name: category, legacy } = definition;
  try {
    const { columns, rows, problems } = parseModelsCsv(text);
    found.texts.push({ fileName: legacy.fileName, text });
    for (const row of readRecordFile(definition, text).doubtful) found.doubtful.push({ ...row, category });
    for (const row of rows)
      found.models.push({ definition, file, name: row.name, format: 'legacy', record: row, columns });
    for (const { line, name, reason, kept } of problems) {
      (kept ? found.warnings : found.problems).push({ file: `${file}:${line}`, name, reason });
    }
    found.files.push({ file, category, format: 'legacy', records: rows.length });
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    found.problems.push({ file, name: null, reason: error.message });
  }
}

function readJsonFile(
  definition: CategoryDefinition,
  { file, text: whole }: { file: string; text: string },
  forced: CanonicalFormat | null,
  found: Findings,
): void {
  const text = whole.replace(/^\uFEFF/, '');
  const refuse = (reason: string) => found.problems.push({ file, name: null, reason });
  const content = jsonObjectOf(text);
  if (content === null) {
    refuse('is not a JSON object of records by name');
    return;
  }
  // `$schema` tells editors where the schema is; it is no model.
  const members = membersInOrder(content, text).filter(
    ([name, value]) => name !== '$schema' || typeof value !== 'string',
  );
  const format =
    forced ??
    formatOfRecords(
      definition.name,
      members.map(([, record]) => record),
    ) ??
    usualFormat(definition, file);
  if (format === 'mixed') {
    refuse('has records of both formats: say which one to read them as (--format)');
    return;
  }
  if (format === 'legacy' && !definition.legacy) {
    refuse(`has legacy records, but ${definition.name} has no legacy form`);
    return;
  }
  const { legacy } = definition;
  if (format === 'legacy' && legacy && !isCsv(legacy))
    found.texts.push({ fileName: legacy.fileName, text: whole });
  const entries = format === 'legacy' ? legacyEntries(members, definition.legacy) : members;
  for (const [name, record] of entries) found.models.push({ definition, file, name, format, record });
  found.files.push({ file, category: definition.name, format, records: entries.length });
}

function isV2({ name: category }: CategoryDefinition, text: string): boolean {
  const content = jsonObjectOf(text.replace(/^\uFEFF/, ''));
  return content !== null && formatOfRecords(category, Object.values(content)) === 'v2';
}

/**
 * Gives the format that a file's name suggests. Used when the records in the file do not show their format.
 */
function usualFormat({ name, legacy }: CategoryDefinition, file: string): CanonicalFormat {
  const legacyName = legacy !== null && legacy.fileName !== `${name}.json` ? legacy.fileName : null;
  return legacyName !== null && file.endsWith(legacyName) ? 'legacy' : 'v2';
}

/**
 * Gives the entries of a legacy JSON file that the import takes. The JSON file of text models has several
 * entries for each row of `models.csv`: those with a backend prefix are left out, and each remaining one
 * becomes a row. For other categories, all entries are taken unchanged.
 */
function legacyEntries(entries: [string, JsonValue][], form: LegacyForm | null): [string, JsonValue][] {
  if (!form || !isCsv(form)) return entries;
  return entries
    .filter(([name]) => !hasBackendPrefix(name))
    .map(([name, entry]) => [
      name,
      isJsonObject(entry) ? form.fromBody({ ...entry, name } as LegacyRecord, null) : entry,
    ]);
}

/**
 * Checks the files beside `models.csv`, and adds a warning for each that is not as expected. `defaults.json`
 * and `generation_params.json` have to agree with the values built into the registry, which stay as they
 * are. `db.json` has to equal what its generator makes of the other files.
 */
async function compareCompanions(
  source: ReferenceSource,
  folder: string,
  csv: string,
  found: Findings,
): Promise<void> {
  const read = async (name: string) => {
    const text = await source.read(folder + name);
    if (text !== null) found.texts.push({ fileName: name, text });
    return text;
  };
  const warn = (name: string, reason: string) =>
    found.warnings.push({ file: source.label(folder + name), name: null, reason });
  const built = [
    { name: 'defaults.json', same: (content: JsonObject) => sameJson(content, entryDefaults) },
    {
      name: 'generation_params.json',
      same: (content: JsonObject) => sameJson(Object.keys(content).sort(), [...generationParams].sort()),
    },
  ];
  const companions: (string | null)[] = [];
  for (const { name, same } of built) {
    const text = await read(name);
    companions.push(text);
    if (text === null) continue;
    const content = jsonObjectOf(text);
    if (content === null || !same(content))
      warn(name, 'differs from the values built into the registry, and is not imported');
  }
  const [defaults, generationParamsText] = companions;
  const committed = await read('db.json');
  if (committed === null || !defaults || !generationParamsText) return;
  const made = generateDbJson(csv, { defaults, generationParams: generationParamsText });
  if ('reason' in made) {
    warn('models.csv', `line ${made.line}: ${made.reason}: the generator of db.json stops here`);
  } else if (made.text !== committed) {
    warn('db.json', 'is not what its generator makes of models.csv');
  }
}

const v2Keys = ['record_type', 'metadata', 'model_classification', 'finetune_series', 'text_model_group'];
const v2DownloadKeys = ['sha256sum', 'known_slow_download', 'content_hash', 'file_purpose', 'size_bytes'];
const legacyKeys = ['type', 'model_name', 'available', 'download_all', 'features_not_supported'];

/**
 * Gives the format of a file's records; `mixed` when there are records of both formats, null when no record
 * shows its format.
 *
 * For each record, the first rule that applies decides:
 *
 * - legacy: the record has `config.files`, or it has a `type` and its `record_type` is not its category. v2
 * keys in such a record do not matter: v1 clients ignore them
 * - v2: the record has a key of `v2Keys`, or one of its downloads has a key of `v2DownloadKeys`. A legacy key
 * does not matter then: the Python service left `model_name` in v2 records
 * - legacy: the record has a key of `legacyKeys`
 */
function formatOfRecords(category: string, records: Iterable<JsonValue>): CanonicalFormat | 'mixed' | null {
  const found = new Set([...records].map((record) => formatOfRecord(category, record)));
  found.delete(null);
  if (found.size > 1) return 'mixed';
  const [format] = found;
  return format ?? null;
}

function formatOfRecord(category: string, record: JsonValue): CanonicalFormat | null {
  if (!isJsonObject(record)) return null;
  const config = isJsonObject(record.config) ? record.config : {};
  if (Object.hasOwn(config, 'files')) return 'legacy';
  if (Object.hasOwn(record, 'type') && record.record_type !== category) return 'legacy';
  if (hasAny(record, v2Keys) || downloadsOf(config).some((entry) => hasAny(entry, v2DownloadKeys)))
    return 'v2';
  return hasAny(record, legacyKeys) ? 'legacy' : null;
}

function downloadsOf(config: JsonObject): JsonObject[] {
  return Array.isArray(config.download) ? config.download.filter(isJsonObject) : [];
}

function hasAny(object: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(object, key));
}
