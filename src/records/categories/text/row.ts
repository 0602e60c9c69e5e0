import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { shortName } from '../../text-names/index.ts';
import { distinctSorted } from '../../text-names/sorted-strings.ts';
import type { LegacyRecord } from '../category.ts';

/**
 * The stored legacy record of a text model: its row of `models.csv`. What is empty there is absent here.
 * `version`, `nsfw` and further keys come from a column of that name or from a write; the public file has no
 * such columns.
 */
export type TextRow = LegacyRecord;

/** The columns of `models.csv` besides the parameter count, in the order of the file. */
const rowStrings = ['display_name', 'url', 'baseline', 'description', 'style', 'instruct_format'] as const;

/** Keys of an entry that are computed when it is shown, and ignored when a client sends them back. */
const computedKeys = ['model_name', 'text_model_group', 'text_model_group_summary'];

/** The keys with a meaning here; a row keeps others as they are. */
export const rowKeys: readonly string[] = [
  'name',
  'parameters',
  ...rowStrings,
  'tags',
  'settings',
  'version',
  'nsfw',
  ...computedKeys,
];

/** What an entry of the v1 body says when its row says nothing, in the order in which it says it. */
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

/** The row without what a CSV cell could not tell from an empty one. */
export function withoutEmpties(row: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value))) as JsonObject;
}

export function stringsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** `7B`: billions of parameters, rounded half to even. */
export function sizeTag(parameters: JsonValue | undefined): string {
  const billions = (typeof parameters === 'number' ? parameters : 0) / 1e9;
  const below = Math.floor(billions);
  const rest = billions - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return `${up ? below + 1 : below}B`;
}

/** The name to show for a model that has none of its own. */
export function generatedDisplayName(name: string): string {
  return shortName(name).replace(/[-_]/g, ' ').replace(/ +/g, ' ').trim();
}

/** A row's tags as v1 shows them: with its style and its size, sorted. */
export function shownTags(row: TextRow): string[] {
  const style = typeof row.style === 'string' && row.style !== '' ? [row.style] : [];
  return distinctSorted([...stringsOf(row.tags), ...style, sizeTag(row.parameters)]);
}
