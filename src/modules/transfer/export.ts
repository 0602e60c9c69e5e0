import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat, CategoryDefinition, LegacyRecord } from '../../records/categories/category.ts';
import { extraCategoryNames } from '../../records/categories/extra-categories.ts';
import type { Categories } from '../../records/categories/index.ts';
import { entryDefaults } from '../../records/categories/text/row.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import { readBaselines } from '../catalogues/index.ts';
import { groupEntryNames, groupFiles } from './group-files.ts';
import { generateDbJson } from './repository-files/db-json.ts';
import {
  editRecordFile,
  isCsv,
  readRecordFile,
  type WithLegacyForm,
} from './repository-files/record-file.ts';
import { repositoryFileStore } from './store.ts';

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** A description of the content, such as `12 models`. */
  readonly contentText: string;
}

/**
 * Returns the live models as files. The files are the same, byte for byte, until a model changes.
 *
 * - `v2`: `<category>.json` for every category, and the text model group files; indented by 2 spaces
 * - `legacy`: the files of the two public repositories: `stable_diffusion.json`, `clip.json` …, and
 *   `models.csv` with `db.json`, `defaults.json` and `generation_params.json`
 *
 * If a legacy file was imported, the export edits its text: only the lines of changed models differ.
 * `db.json` is generated completely if `models.csv` has changed.
 */
export async function exportReferences(
  store: Store,
  categories: Categories,
  format: CanonicalFormat,
): Promise<ExportedFile[]> {
  return store.read(async (reader) => {
    const baselines = await readBaselines(reader, categories);
    const files: ExportedFile[] = [];
    for (const definition of categories.list) {
      if (format === 'legacy' && !definition.legacy) continue;
      const rows = await modelStore(reader).list(definition.name);
      files.push(
        ...(format === 'v2'
          ? [createV2File(definition, rows)]
          : await createLegacyFiles(reader, definition as WithLegacyForm, rows, baselines)),
      );
    }
    if (format === 'v2') {
      for (const { kind, fileName, read } of groupFiles) {
        const entries = await read(reader);
        files.push({
          name: fileName,
          text: formatJsonFile(entries),
          contentText: `${entries.length} ${groupEntryNames[kind]}`,
        });
      }
    }
    return files;
  });
}

/** Counts the stored records of disabled extra categories, which exports omit. */
export async function countSwitchedOffRecords(
  store: Store,
  categories: Pick<Categories, 'find'>,
): Promise<{ readonly name: string; readonly records: number }[]> {
  const counts = await store.read((reader) => modelStore(reader).counts());
  return extraCategoryNames.flatMap((name) => {
    const records = counts.get(name);
    return records === undefined || categories.find(name) ? [] : [{ name, records }];
  });
}

function createV2File(definition: CategoryDefinition, rows: readonly ModelRow[]): ExportedFile {
  const records = rows.map((row): Entry => [row.name, JSON.parse(row.v2) as JsonObject]);
  return {
    name: `${definition.name}.json`,
    text: formatJsonFile(records),
    contentText: `${rows.length} models`,
  };
}

async function createLegacyFiles(
  tx: Tx,
  definition: WithLegacyForm,
  rows: readonly ModelRow[],
  baselines: KnownBaselines,
): Promise<ExportedFile[]> {
  const { fileName } = definition.legacy;
  const records = new Map(
    rows.flatMap(({ name, legacy }) =>
      legacy === null ? [] : [[name, JSON.parse(legacy) as LegacyRecord] as const],
    ),
  );
  const importedText = await repositoryFileStore(tx).get(fileName);
  const text = editRecordFile(definition, importedText, records, baselines);
  const file = {
    name: fileName,
    text,
    contentText: `${records.size} models${describeMissingFields(definition, text, records, baselines)}`,
  };
  if (!isCsv(definition.legacy)) return [file];
  const readCompanion = async (name: string, builtIn: Readonly<JsonObject>) =>
    (await repositoryFileStore(tx).get(name)) ?? formatJsonFile(Object.entries(builtIn));
  const defaults = await readCompanion('defaults.json', entryDefaults);
  const generationParams = await readCompanion('generation_params.json', generationParamSamples);
  const importedDb = await repositoryFileStore(tx).get('db.json');
  const db =
    text === importedText && importedDb !== null
      ? { text: importedDb }
      : generateDbJson(text, { defaults, generationParams });
  const isGenerated = 'text' in db;
  return [
    isGenerated
      ? file
      : {
          ...file,
          contentText: `${file.contentText}; db.json is not written, because its generator stops in line ${db.line}: ${db.reason}`,
        },
    ...(isGenerated ? [{ name: 'db.json', text: db.text, contentText: `generated from ${fileName}` }] : []),
    { name: 'defaults.json', text: defaults, contentText: 'the default values of an entry' },
    {
      name: 'generation_params.json',
      text: generationParams,
      contentText: 'the keys that are allowed in settings',
    },
  ];
}

/**
 * Maximum number of fields that `describeMissingFields` names. It states only the number of further fields.
 */
const maxFields = 20;

/**
 * Describes the values that the exported `models.csv` omits because it has no column for them: lists their
 * fields. The result is the end of a sentence; it is empty when no value is omitted. JSON files can contain
 * every field, so the result is always empty for them.
 */
function describeMissingFields(
  definition: WithLegacyForm,
  text: string,
  records: ReadonlyMap<string, LegacyRecord>,
  baselines: KnownBaselines,
): string {
  if (!isCsv(definition.legacy)) return '';
  const exportedRecords = readRecordFile(definition, text, baselines).records;
  const counts = new Map<string, number>();
  for (const [name, record] of records) {
    for (const [key, value] of Object.entries(record)) {
      if (!sameJson(value, exportedRecords.get(name)?.[key])) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return '';
  const fieldTexts = [...counts].slice(0, maxFields).map(([key, count]) => `${key} (${count} models)`);
  const truncationTexts = counts.size > maxFields ? [`${counts.size - maxFields} more`] : [];
  return `, without fields that it cannot hold: ${[...fieldTexts, ...truncationTexts].join(', ')}`;
}

type Entry = readonly [name: string, value: JsonValue];

/**
 * Returns the text of a JSON object with the members in the order of `entries`. A JavaScript object could not
 * keep that order, because it puts numeric names first.
 */
function formatJsonFile(entries: readonly Entry[]): string {
  if (entries.length === 0) return '{}\n';
  // JSON strings contain no raw line feeds, so every line feed separates two lines of the value.
  const members = entries.map(
    ([name, value]) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/**
 * Sample values of all generation parameters, as in the public file. The export writes them to
 * `generation_params.json` if no such file was imported. The registry itself does not use the values.
 */
const generationParamSamples: Readonly<JsonObject> = {
  n: 1,
  frmtadsnsp: false,
  frmtrmblln: false,
  frmtrmspch: false,
  frmttriminc: false,
  max_context_length: 1024,
  max_length: 80,
  rep_pen: 3,
  rep_pen_range: 4096,
  rep_pen_slope: 10,
  singleline: false,
  temperature: 5,
  tfs: 1,
  top_a: 1,
  top_k: 100,
  top_p: 1,
  typical: 1,
  sampler_order: [0],
  use_default_badwordsids: true,
  stop_sequence: ['string'],
  min_p: 0,
  smoothing_factor: 0,
  dynatemp_range: 0,
  dynatemp_exponent: 1,
};
