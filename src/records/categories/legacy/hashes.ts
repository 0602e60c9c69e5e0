import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { unknownHash } from '../../common-fields.ts';
import { withoutNulls } from '../../without-nulls.ts';
import type { LegacyRecord } from '../category.ts';

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

/*
 * Files of the public repositories may say `FIXME` where a hash has to be. That is stored, so that an export
 * has the bytes of the import; readers of v1 are not shown it: workers compare any hash that is there.
 */

const lists = [
  ['files', 'path'],
  ['download', 'file_name'],
] as const;

/** The record as v1 shows it: where `FIXME` stands for a hash there is none. */
export function withoutUnknownHashes(legacy: LegacyRecord): LegacyRecord {
  const { config } = legacy;
  if (!isJsonObject(config) || !lists.some(([list]) => entriesOf(config[list]).some(isUnknown)))
    return legacy;
  return {
    ...legacy,
    config: mapEntries(config, (entry) => (isUnknown(entry) ? withoutHash(entry) : entry)),
  };
}

/** A body's `config` with `FIXME` where the stored one has that and the body, as v1 shows it, nothing. */
export function withUnknownHashesOf(config: JsonObject, stored: JsonValue | undefined): JsonObject {
  if (!isJsonObject(stored)) return config;
  return mapEntries(config, (entry, list, key) => {
    if (Object.hasOwn(entry, 'sha256sum')) return entry;
    const before = entriesOf(stored[list]).find((known) => known[key] === entry[key] && isUnknown(known));
    if (before === undefined) return entry;
    return sameJson(withoutHash(before), entry) ? before : { ...entry, sha256sum: unknownHash };
  });
}

type List = (typeof lists)[number][0];

function mapEntries(
  config: JsonObject,
  change: (entry: JsonObject, list: List, key: string) => JsonObject,
): JsonObject {
  const changed = { ...config };
  for (const [list, key] of lists) {
    const entries = config[list];
    if (!Array.isArray(entries)) continue;
    changed[list] = entries.map((entry) => (isJsonObject(entry) ? change(entry, list, key) : entry));
  }
  return changed;
}

function isUnknown({ sha256sum }: JsonObject): boolean {
  return sha256sum === unknownHash;
}

function withoutHash({ sha256sum: _, ...entry }: JsonObject): JsonObject {
  return entry;
}
