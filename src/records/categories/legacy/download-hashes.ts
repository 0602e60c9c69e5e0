import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { withoutNulls } from '../../without-nulls.ts';

/*
 * Existing clients edit downloads only: they send the hash of a file in its entry of `config.download`, and
 * `config.files` empty or as it was. What is stored has the hash in `config.files`, where workers look for it.
 */

/** What is known of the bytes of a file besides their SHA-256. */
const aboutBytes = ['md5sum', 'content_hash'];

/** The files of a body, and those that only its downloads name. */
export function namedFiles(files: readonly JsonObject[], download: readonly JsonObject[]): JsonObject[] {
  const all = [...files];
  const named = new Set(files.map(({ path }) => path));
  for (const { file_name: path, sha256sum } of download) {
    if (path === undefined || named.has(path)) continue;
    named.add(path);
    all.push(namedFile(path, sha256sum));
  }
  return all;
}

/**
 * The `config` of a body whose downloads carry hashes, with what only the stored files know. A hash that
 * differs from the stored one is the news, in whichever of the two places it stands.
 *
 * @param isLegacyOnly whether a file of that path has no v2 form. Such files of `stored` stay when the body
 * says nothing of files but what its downloads say
 */
export function withHashesOfDownloads(
  config: JsonObject,
  stored: JsonValue | undefined,
  isLegacyOnly: (path: string) => boolean,
): JsonObject {
  const download = entriesOf(config.download);
  const sent = new Map(download.filter(hasHash).map((entry) => [entry.file_name, entry.sha256sum]));
  if (sent.size === 0) return config;
  const before = entriesOf(isJsonObject(stored) ? stored.files : []);
  const known = new Map(before.map((file) => [file.path, file]));
  const files = entriesOf(config.files).map((file) =>
    sent.has(file.path) ? fileOver(known.get(file.path), file, sent.get(file.path)) : file,
  );
  const namedOnly = entriesOf(config.files).every(
    (file) => sent.has(file.path) && sameJson(file, namedFile(file.path, sent.get(file.path))),
  );
  const unspoken = namedOnly
    ? before.filter(({ path }) => !sent.has(path) && isLegacyOnly(String(path)))
    : [];
  return withSameHashes({ ...config, files: [...files, ...unspoken], download });
}

/** Gives downloads that carry a hash that of their file. */
export function withSameHashes(config: JsonObject): JsonObject {
  const download = entriesOf(config.download);
  if (!download.some(hasHash)) return config;
  const hashes = new Map(entriesOf(config.files).map(({ path, sha256sum }) => [path, sha256sum]));
  return {
    ...config,
    download: download.map((entry) =>
      hasHash(entry) ? { ...entry, sha256sum: hashes.get(entry.file_name as JsonValue) ?? '' } : entry,
    ),
  };
}

function namedFile(path: JsonValue | undefined, sha256sum: JsonValue | undefined): JsonObject {
  return { path: path ?? '', ...(sha256sum ? { sha256sum } : {}) };
}

function fileOver(before: JsonObject | undefined, file: JsonObject, sent: JsonValue | undefined): JsonObject {
  const known = before?.sha256sum;
  const sha256sum = !sent || sent === known ? (file.sha256sum ?? known) : sent;
  const whole = { ...before, ...file, sha256sum };
  if (known === undefined || known === sha256sum) return withoutNulls(whole) as JsonObject;
  const outdated = (key: string) =>
    aboutBytes.includes(key) && (file[key] === undefined || file[key] === before?.[key]);
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) => value !== undefined && !outdated(key)),
  ) as JsonObject;
}

function hasHash(entry: JsonObject): boolean {
  return Object.hasOwn(entry, 'sha256sum');
}

function entriesOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
