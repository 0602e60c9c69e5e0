import type {
  CanonicalFormat,
  CategoryDefinition,
  LegacyRecord,
} from '../../registry/categories/category.ts';
import { formatModelsCsv } from '../../registry/categories/text/models-csv.ts';
import { entryDefaults } from '../../registry/categories/text/row.ts';
import type { JsonObject, JsonValue } from '../../registry/json.ts';
import type { ModelRow, Store } from '../ports/store.ts';
import { groupEntryNames, groupFiles } from './group-files.ts';

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** What is in it, in words: `12 models`. */
  readonly holds: string;
}

/**
 * The live models as files, the same bytes as long as nothing changes.
 *
 * - `v2`: `<category>.json` for every category, and what is said about groups of text models; indented by 2 spaces
 * - `legacy`: the files of the two public repositories, indented by 4 spaces and all ASCII, as the tool that keeps those up to date
 *   writes them: `stable_diffusion.json`, `clip.json` …, `models.csv`, and what stands beside that: `db.json`, `defaults.json`,
 *   `generation_params.json`
 */
export async function exportReferences(
  store: Store,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat,
): Promise<ExportedFile[]> {
  return store.read(async (reader) => {
    const files: ExportedFile[] = [];
    for (const definition of definitions) {
      if (format === 'legacy' && !definition.legacy) continue;
      const rows = await reader.models.list(definition.name);
      files.push(...(format === 'v2' ? [v2File(definition, rows)] : legacyFiles(definition, rows)));
    }
    if (format === 'v2') {
      for (const { kind, fileName, read } of groupFiles) {
        const entries = await read(reader);
        files.push({
          name: fileName,
          text: jsonFile(entries, 2),
          holds: `${entries.length} ${groupEntryNames[kind]}`,
        });
      }
    }
    return files;
  });
}

function v2File({ name }: CategoryDefinition, rows: readonly ModelRow[]): ExportedFile {
  const records = rows.map((row): Entry => [row.name, JSON.parse(row.v2) as JsonObject]);
  return { name: `${name}.json`, text: jsonFile(records, 2), holds: `${rows.length} models` };
}

function legacyFiles({ legacy: form }: CategoryDefinition, rows: readonly ModelRow[]): ExportedFile[] {
  if (!form) return [];
  const records = rows
    .filter((row) => row.legacy !== null)
    .map((row) => [row.name, JSON.parse(row.legacy ?? '') as LegacyRecord] as const);
  const holds = `${records.length} models`;
  if (!form.fileName.endsWith('.csv')) {
    return [{ name: form.fileName, text: legacyJsonFile(records), holds }];
  }
  const shown = records.flatMap(([name, row]) => form.view(name, row));
  return [
    { name: form.fileName, text: formatModelsCsv(records.map(([name, row]) => ({ ...row, name }))), holds },
    { name: 'db.json', text: legacyJsonFile(shown.map(inRepositoryOrder)), holds: `${shown.length} entries` },
    {
      name: 'defaults.json',
      text: jsonFile(Object.entries(entryDefaults), 2),
      holds: 'what an entry says by default',
    },
    {
      name: 'generation_params.json',
      text: jsonFile(Object.entries(generationParamSamples), 2),
      holds: 'the keys that settings may have',
    },
  ];
}

type Entry = readonly [name: string, value: JsonValue];

/** Written entry by entry, so that names that look like numbers keep their places. */
function jsonFile(entries: readonly Entry[], spaces: number): string {
  if (entries.length === 0) return '{}\n';
  const indent = ' '.repeat(spaces);
  // JSON has no raw line feeds within strings, so each one is between two lines of the value.
  const members = entries.map(
    ([name, value]) =>
      `${indent}${JSON.stringify(name)}: ${JSON.stringify(value, null, spaces).replaceAll('\n', `\n${indent}`)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function legacyJsonFile(entries: readonly Entry[]): string {
  return jsonFile(entries, 4).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The last keys of an entry of the public `db.json`, in its order; v1 answers have another. */
const lastKeys = ['display_name', 'url', 'tags', 'instruct_format', 'settings'];

function inRepositoryOrder([name, entry]: [string, JsonObject]): Entry {
  const first = Object.entries(entry).filter(([key]) => !lastKeys.includes(key));
  const last = lastKeys.filter((key) => Object.hasOwn(entry, key)).map((key) => [key, entry[key]]);
  return [name, Object.fromEntries([...first, ...last]) as JsonObject];
}

/**
 * What the public file shows as a sample of each generation parameter. The registry itself uses only the
 * names.
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
