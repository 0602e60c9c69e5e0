import type { JsonObject } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { carryOver } from '../../carry-over.ts';
import { shortName, textBackends } from '../../text-names/index.ts';
import {
  entryDefaults,
  generatedDisplayName,
  isEmpty,
  rowKeys,
  shownTags,
  sizeTag,
  stringsOf,
  type TextRow,
  withoutEmpties,
} from './row.ts';

/** A v1 body without `config` is read as one with an empty `config`. */
const emptyConfig: JsonObject = { files: [], download: [] };

function otherKeys(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(
    ([key, value]) =>
      !rowKeys.includes(key) && value !== null && !(key === 'config' && sameJson(value, emptyConfig)),
  );
  return Object.fromEntries(kept);
}

/**
 * The entries of the v1 body for one row: the model under its own name and under the name each backend
 * advertises. None for a name that is an address.
 */
export function entriesOf(name: string, row: TextRow): [string, JsonObject][] {
  if (name.includes('://')) return [];
  const modelName = shortName(name);
  const { parameters, settings, display_name, url, baseline, description, version, style, nsfw } = row;
  const shown = withoutEmpties({
    parameters,
    tags: shownTags(row),
    settings,
    display_name: isEmpty(display_name) ? generatedDisplayName(name) : display_name,
    url,
    baseline,
    description,
    version,
    style,
    nsfw,
    instruct_format: row.instruct_format,
  });
  const fields = { ...entryDefaults, ...shown, ...otherKeys(row) };
  const variants = textBackends.map(({ prefix, keepsAuthor }) => prefix + (keepsAuthor ? name : modelName));
  return [name, ...variants].map((variant) => [variant, { name: variant, model_name: modelName, ...fields }]);
}

/**
 * The row of an entry that a client sent. What `entriesOf` adds is taken away again; `ownTags` are the tags
 * that the row is known to have had itself, so that a size or style among them stays.
 */
function rowOf(entry: JsonObject, ownTags: readonly string[]): TextRow {
  const tags = stringsOf(entry.tags);
  const { name, style, parameters, display_name, version } = entry;
  const isDefaultStyle = style === entryDefaults.style && !tags.includes(String(style));
  // Tags of bodies are trimmed: so comes back the style that `entriesOf` has put among them.
  const added = new Set([sizeTag(parameters), String(style ?? ''), String(style ?? '').trim()]);
  const kept = new Set(ownTags);
  const row = withoutEmpties({
    display_name: display_name === generatedDisplayName(String(name)) ? '' : display_name,
    url: entry.url,
    baseline: entry.baseline,
    description: entry.description,
    style: isDefaultStyle ? '' : style,
    tags: tags.filter((tag) => !added.has(tag) || kept.has(tag)),
    instruct_format: entry.instruct_format,
    settings: entry.settings,
    version: version === entryDefaults.version ? '' : version,
    nsfw: entry.nsfw,
  });
  return { name: String(name), parameters: parameters ?? 0, ...row, ...otherKeys(entry) };
}

/** The tags of a v1 body, trimmed and without blank ones. */
export function bodyTags(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/**
 * The row of an accepted v1 body. A body that repeats what v1 showed changes nothing in `previous`. One that
 * does not say `nsfw` or `version` leaves them: clients of the public file never knew them, and prompts are
 * filtered by the former.
 */
export function rowOfBody(body: JsonObject, previous: TextRow | null): TextRow {
  const ownTags = stringsOf(previous?.tags);
  if (!previous) return rowOf(body, ownTags);
  const shown = entriesOf(previous.name, previous)[0]?.[1];
  const { nsfw = null, version = null } = previous;
  const fresh = rowOf({ ...withoutEmpties({ nsfw, version }), ...body }, ownTags);
  // Read as a body is: its blank tags are dropped too.
  const base = shown ? rowOf({ ...shown, tags: bodyTags(stringsOf(shown.tags)) }, ownTags) : previous;
  return carryOver(previous, base, fresh) as TextRow;
}
