import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { pageOf } from '../../records/files/links.ts';
import { downloadsOf, isSha256 } from '../../records/files/record-file.ts';
import type { Drafts } from '../drafts/index.ts';

/** The model that a request asks for. */
export interface RequestedModel {
  readonly category: string;
  readonly name: string;
  readonly link: string | null;
  readonly known: JsonObject | null;
}

/** The record fields that a request copies from the draft of its link. */
const copiedFields = ['baseline', 'version', 'homepage', 'url', 'nsfw', 'style', 'parameters_count'];
const maxLengths = { text: 500, files: 10 };
/** Maximum size of a key, in bytes. PostgreSQL refuses index entries of more than about 2700. */
const maxKeyBytes = 1_000;

/**
 * Returns the facts about the model and its files to store with a request, from the draft of the request's
 * link. Truncates long texts and lists.
 */
export function factsOfDraft({
  record,
  notes,
}: Pick<Awaited<ReturnType<Drafts['make']>>, 'record' | 'notes'>): JsonObject {
  const facts = copiedFields.flatMap((field): [string, string | number | boolean][] => {
    const value = record[field];
    if (typeof value === 'string') return [[field, value.slice(0, maxLengths.text).toWellFormed()]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[field, value]] : [];
  });
  const files = downloadsOf(record)
    .slice(0, maxLengths.files)
    .map(({ fileName, sha256 }) => ({
      file_name: fileName?.slice(0, maxLengths.text).toWellFormed() ?? null,
      sha256sum: isSha256(sha256) ? sha256.toLowerCase() : null,
    }));
  const size = record.size_on_disk_bytes;
  // Records have no field for the licence. Drafts state it in a note.
  const [license] = notes.flatMap(({ message }) => /^Licence: (.+) \([^()]*\)\.$/.exec(message)?.[1] ?? []);
  return {
    ...Object.fromEntries(facts),
    ...(license !== undefined && { license }),
    ...(typeof size === 'number' && { size_on_disk_bytes: size }),
    files,
  };
}

/**
 * Returns the keys of a request. Requests for the same model share a key. A key that begins with `page` is
 * the same for all versions of a model. Before a request is created, earlier requests that share only this
 * key are shown, but they do not prevent it.
 */
export function createKeys({ category, name, link, known }: RequestedModel): string[] {
  const pages = [link, known?.homepage, known?.url].flatMap((address) => pageOf(address) ?? []);
  const files = Array.isArray(known?.files) ? known.files.filter(isJsonObject) : [];
  return [
    ...new Set(
      [
        `name ${category} ${normalizeName(name)}`,
        ...(link === null ? [] : [`link ${link.toLowerCase().replace(/[/#]+$/, '')}`]),
        ...pages.map(({ page, version }) => `version ${page} ${version ?? ''}`),
        ...pages.map(({ page }) => `page ${page}`),
        ...files.flatMap(({ sha256sum }) => (typeof sha256sum === 'string' ? `hash ${sha256sum}` : [])),
      ].map(shortenKey),
    ),
  ];
}

/** Shortens a key that is too long: replaces everything after its first word with a hash. */
function shortenKey(key: string): string {
  if (Buffer.byteLength(key) <= maxKeyBytes) return key;
  return `${key.slice(0, key.indexOf(' '))} sha256 ${createHash('sha256').update(key).digest('hex')}`;
}

/** Returns whether requests that share this key are for exactly the same model. */
export const isExactKey = (key: string): boolean => !key.startsWith('page ');

/** Normalizes a name, so that spellings that differ only in case, spaces, `_`, `-` or `.` become equal. */
function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.]+/g, ' ')
    .trim();
}
