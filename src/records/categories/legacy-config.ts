import type { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { isUnknownHash, unknownHash } from '../common-fields.ts';
import { fileName, fileNameIssue, fileNameOrNone, fileNamePattern } from '../file-name.ts';
import {
  absentOrNull,
  issueOf,
  laxArray,
  laxMap,
  laxString,
  looseObject,
  valueError,
  withFacts,
  withoutNulls,
} from '../lax.ts';
import { parseInput } from '../parse.ts';
import { ConversionError, type LegacyRecord } from './category.ts';

/**
 * Matches URLs with brackets in the host, such as IPv6 hosts. The JSON Schema in API documents refuses all of
 * them, because a pattern cannot distinguish valid ones from invalid ones. The service itself checks them
 * with `hasReadableHost`.
 */
const bracketedHost = '^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*[\\[\\]]';

/**
 * The schema of an entry of `config.files` in a legacy record. A `config.download` entry belongs to the file
 * whose `path` equals its `file_name`.
 */
const legacyFile = looseObject({
  // Stored files may lack a name; files in a request body may not.
  path: withFacts(fileNameOrNone(), { type: 'string', pattern: fileNamePattern }),
  md5sum: absentOrNull(laxString()),
  sha256sum: absentOrNull(laxString()),
  file_type: absentOrNull(laxString()),
  content_hash: absentOrNull(laxString()),
})
  .transform(withoutNulls)
  .meta({ id: 'LegacyConfigFile', description: 'A file of the model. Other keys are kept.' });

const legacyDownload = looseObject({
  file_name: absentOrNull(fileName()),
  file_path: absentOrNull(
    withFacts(fileNameOrNone(), { type: 'string', anyOf: [{ const: '' }, { pattern: fileNamePattern }] }),
  ).transform((path) => path ?? ''),
  file_url: absentOrNull(withFacts(laxString(), { type: 'string', not: { pattern: bracketedHost } })),
  sha256sum: absentOrNull(laxString()).meta({
    description: 'SHA-256 of the file, for clients that do not send `files`.',
  }),
})
  .transform(withoutNulls)
  .meta({ id: 'LegacyConfigDownload', description: 'A download of a file. Other keys are kept.' });

const legacyConfig = absentOrNull(
  looseObject({
    files: absentOrNull(laxArray(legacyFile)).transform((files) => files ?? []),
    download: absentOrNull(laxArray(legacyDownload)).transform((entries) => entries ?? []),
    embedded_component_hashes: absentOrNull(laxMap(laxString())),
  })
    .transform(withoutNulls)
    .meta({
      id: 'LegacyConfig',
      description: 'Files and their downloads. Other keys in a body are dropped.',
    }),
).transform((config) => config ?? { files: [], download: [] });

/**
 * Schema of the `config` of a v1 body. Keeps only known keys, drops nulls, and adds a file for each download
 * without one. Refuses files without a name and download URLs with an invalid host.
 */
export const legacyConfigBody = legacyConfig.transform((config, ctx) => {
  const hasUnreadableHost = (config.download ?? []).some((entry) => !hasReadableHost(entry.file_url ?? ''));
  if (hasUnreadableHost) ctx.issues.push(issueOf(valueError('invalid download url'), config));
  const { files = [], download = [], embedded_component_hashes } = config;
  // Stored records may contain files without a name; new ones are refused.
  for (const [index, { path }] of files.entries()) {
    if (path === '') ctx.issues.push(fileNameIssue('', ['files', index, 'path']));
  }
  const allFiles = addNamedFiles(files as JsonObject[], download as JsonObject[]);
  return withoutNulls({ files: allFiles, download, embedded_component_hashes });
});

/**
 * Returns whether the host of a URL can be parsed. Only broken IPv6 hosts cannot. Relative and empty URLs
 * pass, because real records contain them.
 */
function hasReadableHost(url: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  return !/[[\]]/.test(host) || URL.canParse(`http://${host}`);
}

/**
 * Converts a stored legacy `config` to v2. Omits the files that have no v2 form: configuration files
 * (`*.yaml`) and files without a path.
 *
 * @throws ConversionError when `storedConfig` does not have the legacy shape, or a download belongs to no file
 */
export function configToV2(storedConfig: unknown): JsonObject {
  const parsed = parseInput(legacyConfig, storedConfig, 'body');
  if (!parsed.ok) {
    const problem = parsed.problems[0];
    const field = ['config', ...(problem?.loc.slice(1) ?? [])].join('.');
    throw new ConversionError(field, problem?.msg ?? 'not a config');
  }
  const { files = [], download = [], embedded_component_hashes } = parsed.value;
  const entries = new Map<string, JsonObject>();
  const legacyOnlyPaths = new Set<string>();
  for (const file of files) {
    const path = file.path ?? '';
    if (isLegacyOnly(path)) {
      legacyOnlyPaths.add(path);
      continue;
    }
    entries.set(path, createDownload(path, file));
  }
  download.forEach((source, index) => {
    const fileName = source.file_name;
    const entry = fileName === undefined ? undefined : entries.get(fileName);
    if (entry) entry.file_url = source.file_url ?? '';
    else if (fileName === undefined || !legacyOnlyPaths.has(fileName)) {
      const field = `config.download.${index}.file_name`;
      const nameText = fileName === undefined ? 'no file name' : `'${fileName}'`;
      throw new ConversionError(field, `Unknown download entry: ${nameText} is not a path of config.files`);
    }
  });
  return withoutNulls({ download: [...entries.values()], embedded_component_hashes }) as JsonObject;
}

/**
 * Returns whether a file with this path has no v2 form, because it has no name or is a configuration file.
 */
function isLegacyOnly(path: string): boolean {
  return path === '' || path.toLowerCase().includes('yaml');
}

function createDownload(path: string, file: z.output<typeof legacyFile>): JsonObject {
  return withoutNulls({
    file_name: path,
    file_url: '',
    sha256sum: file.sha256sum ?? unknownHash,
    content_hash: file.content_hash,
    file_purpose: file.file_type,
    // Derived from the path, not the URL: existing clients rely on this.
    known_slow_download: path.toLowerCase().includes('civitai'),
  }) as JsonObject;
}

/**
 * Converts the `config` of a v2 record to legacy. Omits unknown hashes (`FIXME`), because workers compare
 * every hash that they find.
 */
export function configFromV2(config: JsonObject): JsonObject {
  const entries = (config.download ?? []) as JsonObject[];
  const files = entries.map((entry) =>
    withoutNulls({
      path: entry.file_name,
      sha256sum: isUnknownHash(entry.sha256sum) ? undefined : entry.sha256sum,
      file_type: entry.file_purpose,
      content_hash: entry.content_hash,
    }),
  ) as JsonObject[];
  const download = entries.map(({ file_name, file_url }) => ({
    file_name,
    file_path: '',
    file_url,
  })) as JsonObject[];
  const hashes = config.embedded_component_hashes as JsonObject | undefined;
  return {
    files,
    download,
    ...(hashes && Object.keys(hashes).length > 0 ? { embedded_component_hashes: hashes } : {}),
  };
}

/*
 * Existing clients edit downloads only: they send the hash of a file in its entry of `config.download`, and
 * `config.files` empty or unchanged. The stored config has the hash in `config.files`, where workers look for
 * it.
 */

/**
 * The keys of a file that describe its bytes, besides `sha256sum`. When the hash changes, each of them is
 * dropped unless the body sets a new value for it.
 */
const byteFields = ['md5sum', 'content_hash'];

/**
 * Returns the files of a body. Adds a file for each download that has none, with the name and hash of the
 * download.
 */
function addNamedFiles(files: readonly JsonObject[], download: readonly JsonObject[]): JsonObject[] {
  const allFiles = [...files];
  const paths = new Set(files.map(({ path }) => path));
  for (const { file_name: path, sha256sum } of download) {
    if (path === undefined || paths.has(path)) continue;
    paths.add(path);
    allFiles.push(createNamedFile(path, sha256sum));
  }
  return allFiles;
}

/**
 * Returns the config to store for the config of a body:
 *
 * - A file gets the hash of its download if the download's hash differs from the stored hash. Otherwise it
 *   keeps the hash that the body has for the file.
 * - Each download with a hash then gets the hash of its file.
 * - A file also gets the keys that only the stored file has.
 * - If the files in the body only repeat its downloads, the stored files without a v2 form are added.
 *
 * @param storedConfig the `config` of the stored record
 */
export function copyDownloadHashes(config: JsonObject, storedConfig: JsonValue | undefined): JsonObject {
  const download = entriesOf(config.download);
  const sentHashes = new Map(download.filter(hasHash).map((entry) => [entry.file_name, entry.sha256sum]));
  if (sentHashes.size === 0) return config;
  const previousFiles = entriesOf(isJsonObject(storedConfig) ? storedConfig.files : []);
  const storedFiles = new Map(previousFiles.map((file) => [file.path, file]));
  const files = entriesOf(config.files).map((file) =>
    sentHashes.has(file.path) ? mergeFile(storedFiles.get(file.path), file, sentHashes.get(file.path)) : file,
  );
  const hasOnlyNamedFiles = entriesOf(config.files).every(
    (file) =>
      sentHashes.has(file.path) && sameJson(file, createNamedFile(file.path, sentHashes.get(file.path))),
  );
  const omittedFiles = hasOnlyNamedFiles
    ? previousFiles.filter(({ path }) => !sentHashes.has(path) && isLegacyOnly(String(path)))
    : [];
  return copyFileHashes({ ...config, files: [...files, ...omittedFiles], download });
}

/**
 * Replaces the hash of each download with the hash of its file, or with an empty text when the file has none.
 * Downloads without a hash stay unchanged.
 */
export function copyFileHashes(config: JsonObject): JsonObject {
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

function createNamedFile(path: JsonValue | undefined, sha256sum: JsonValue | undefined): JsonObject {
  return { path: path ?? '', ...(sha256sum ? { sha256sum } : {}) };
}

function mergeFile(
  before: JsonObject | undefined,
  file: JsonObject,
  sentHash: JsonValue | undefined,
): JsonObject {
  const storedHash = before?.sha256sum;
  const sha256sum = !sentHash || sentHash === storedHash ? (file.sha256sum ?? storedHash) : sentHash;
  const mergedFile = { ...before, ...file, sha256sum };
  if (storedHash === undefined || storedHash === sha256sum) return withoutNulls(mergedFile) as JsonObject;
  const isOutdated = (key: string) =>
    byteFields.includes(key) && (file[key] === undefined || file[key] === before?.[key]);
  return Object.fromEntries(
    Object.entries(mergedFile).filter(([key, value]) => value !== undefined && !isOutdated(key)),
  ) as JsonObject;
}

function hasHash(entry: JsonObject): boolean {
  return Object.hasOwn(entry, 'sha256sum');
}

function entriesOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/*
 * Files of the public repositories may have `FIXME` in place of a hash. It is stored, so that an export has
 * the bytes of the import, but v1 does not show it: workers compare every hash that they find.
 */

const lists = [
  ['files', 'path'],
  ['download', 'file_name'],
] as const;

/** Returns the record in its v1 form, without `FIXME` hashes. */
export function removeUnknownHashes(legacy: LegacyRecord): LegacyRecord {
  const { config } = legacy;
  if (!isJsonObject(config) || !lists.some(([list]) => entriesOf(config[list]).some(isUnknown)))
    return legacy;
  return {
    ...legacy,
    config: mapEntries(config, (entry) => (isUnknown(entry) ? removeHash(entry) : entry)),
  };
}

/**
 * Restores the `FIXME` hashes of the stored `config` in a body's `config`. v1 responses omit these hashes, so
 * the body has none.
 */
export function restoreUnknownHashes(config: JsonObject, storedConfig: JsonValue | undefined): JsonObject {
  if (!isJsonObject(storedConfig)) return config;
  return mapEntries(config, (entry, list, key) => {
    if (Object.hasOwn(entry, 'sha256sum')) return entry;
    const previousEntry = entriesOf(storedConfig[list]).find(
      (storedEntry) => storedEntry[key] === entry[key] && isUnknown(storedEntry),
    );
    if (previousEntry === undefined) return entry;
    return sameJson(removeHash(previousEntry), entry) ? previousEntry : { ...entry, sha256sum: unknownHash };
  });
}

type List = (typeof lists)[number][0];

function mapEntries(
  config: JsonObject,
  change: (entry: JsonObject, list: List, key: string) => JsonObject,
): JsonObject {
  const result = { ...config };
  for (const [list, key] of lists) {
    const entries = config[list];
    if (!Array.isArray(entries)) continue;
    result[list] = entries.map((entry) => (isJsonObject(entry) ? change(entry, list, key) : entry));
  }
  return result;
}

function isUnknown({ sha256sum }: JsonObject): boolean {
  return sha256sum === unknownHash;
}

function removeHash({ sha256sum: _, ...entry }: JsonObject): JsonObject {
  return entry;
}
