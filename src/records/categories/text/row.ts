import { filterStrings, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { carryOver } from '../../carry-over.ts';
import { listV1BackendNames, shortName } from '../../text-names/backends.ts';
import { sortDistinct } from '../../text-names/sorted-strings.ts';
import type { LegacyRecord } from '../category.ts';

/**
 * The stored legacy record of a text model: its row of `models.csv` without the empty cells. Keys without a
 * column in the public file, such as `version` and `nsfw`, come from an imported file with more columns, or
 * from a write through the API.
 */
export type TextRow = LegacyRecord;

/** Keys of a v1 entry that are computed for responses and ignored in request bodies. */
const computedKeys = ['model_name', 'text_model_group', 'text_model_group_summary'];

/** The row keys that this registry interprets; all other keys are stored unchanged. */
export const rowKeys: readonly string[] = [
  'name',
  'parameters',
  'display_name',
  'url',
  'baseline',
  'description',
  'style',
  'instruct_format',
  'tags',
  'settings',
  'version',
  'nsfw',
  ...computedKeys,
];

/** The values of fields in a v1 entry when the row lacks them, in the order of the entry. */
export const entryDefaults: Readonly<JsonObject> = {
  baseline: '',
  parameters: null,
  description: '',
  version: '1',
  style: 'generalist',
  nsfw: false,
};

export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Returns the row without its empty values: null, empty text, 0, false, and empty lists and objects. An empty
 * CSV cell represents any of them.
 */
export function removeEmptyValues(row: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value))) as JsonObject;
}

/**
 * Returns a number of parameters in whole billions, such as `7B`. Rounds half to even: 2.5 billion is `2B`.
 */
export function formatSizeTag(parameters: JsonValue | undefined): string {
  const billions = (typeof parameters === 'number' ? parameters : 0) / 1e9;
  const wholeBillions = Math.floor(billions);
  const fraction = billions - wholeBillions;
  const isRoundedUp = fraction > 0.5 || (fraction === 0.5 && wholeBillions % 2 !== 0);
  return `${isRoundedUp ? wholeBillions + 1 : wholeBillions}B`;
}

/** Returns the display name of a model whose record has none. */
export function generateDisplayName(name: string): string {
  return shortName(name).replace(/[-_]/g, ' ').replace(/ +/g, ' ').trim();
}

/** Returns a row's tags in v1: sorted, and including its style and size. */
function listV1Tags(row: TextRow): string[] {
  const style = typeof row.style === 'string' && row.style !== '' ? [row.style] : [];
  return sortDistinct([...filterStrings(row.tags), ...style, formatSizeTag(row.parameters)]);
}

/** The empty `config` that the schema adds to v1 bodies without one. */
const emptyConfig: JsonObject = { files: [], download: [] };

function pickOtherKeys(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(
    ([key, value]) =>
      !rowKeys.includes(key) && value !== null && !(key === 'config' && sameJson(value, emptyConfig)),
  );
  return Object.fromEntries(entries);
}

/**
 * Returns the v1 entries of a row: one under the model's own name, and one per backend under the name that
 * the backend's workers advertise. Returns none when the name is a URL.
 */
export function entriesOf(name: string, row: TextRow): [string, JsonObject][] {
  if (name.includes('://')) return [];
  const modelName = shortName(name);
  const { parameters, settings, display_name, url, baseline, description, version, style, nsfw } = row;
  const responseFields = removeEmptyValues({
    parameters,
    tags: listV1Tags(row),
    settings,
    display_name: isEmpty(display_name) ? generateDisplayName(name) : display_name,
    url,
    baseline,
    description,
    version,
    style,
    nsfw,
    instruct_format: row.instruct_format,
  });
  const fields = { ...entryDefaults, ...responseFields, ...pickOtherKeys(row) };
  return [name, ...listV1BackendNames(name)].map((variant) => [
    variant,
    { name: variant, model_name: modelName, ...fields },
  ]);
}

/**
 * Creates the row from an entry that a client sent. Omits the values that `entriesOf` had added: the
 * defaults, a generated display name, and the tags for style and size.
 * @param ownTags the tags of the stored row; a tag for the style or size is kept if it is one of them
 */
function rowOf(entry: JsonObject, ownTags: readonly string[]): TextRow {
  const tags = filterStrings(entry.tags);
  const { name, style, parameters, display_name, version } = entry;
  const isDefaultStyle = style === entryDefaults.style && !tags.includes(String(style));
  // Tags in bodies are trimmed, including the style that `entriesOf` added to them.
  const generatedTags = new Set([formatSizeTag(parameters), String(style ?? ''), String(style ?? '').trim()]);
  const ownTagSet = new Set(ownTags);
  const row = removeEmptyValues({
    display_name: display_name === generateDisplayName(String(name)) ? '' : display_name,
    url: entry.url,
    baseline: entry.baseline,
    description: entry.description,
    style: isDefaultStyle ? '' : style,
    tags: tags.filter((tag) => !generatedTags.has(tag) || ownTagSet.has(tag)),
    instruct_format: entry.instruct_format,
    settings: entry.settings,
    version: version === entryDefaults.version ? '' : version,
    nsfw: entry.nsfw,
  });
  return { name: String(name), parameters: parameters ?? 0, ...row, ...pickOtherKeys(entry) };
}

export function cleanTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/**
 * Creates the row from an accepted v1 body. A body equal to the v1 response changes nothing in `previous`. A
 * body without `nsfw` or `version` keeps the stored values: clients of the public file do not know these
 * fields, and losing `nsfw` would disable the filtering of prompts.
 */
export function rowOfBody(body: JsonObject, previous: TextRow | null): TextRow {
  const ownTags = filterStrings(previous?.tags);
  if (!previous) return rowOf(body, ownTags);
  const responseEntry = entriesOf(previous.name, previous)[0]?.[1];
  const { nsfw = null, version = null } = previous;
  const convertedRow = rowOf({ ...removeEmptyValues({ nsfw, version }), ...body }, ownTags);
  // Tags are cleaned as in a body, so that blank ones are dropped here too.
  const base = responseEntry
    ? rowOf({ ...responseEntry, tags: cleanTags(filterStrings(responseEntry.tags)) }, ownTags)
    : previous;
  return carryOver(previous, base, convertedRow) as TextRow;
}
