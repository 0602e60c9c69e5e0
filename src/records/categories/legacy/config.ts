import type { JsonObject } from '../../../kernel/json.ts';
import { isUnknownHash, unknownHash } from '../../common-fields.ts';
import { fileName, fileNameIssue, fileNameOrNone, fileNamePattern } from '../../file-name.ts';
import { issueOf, laxArray, laxMap, laxString, looseObject, orNull, valueError } from '../../lax.ts';
import { parseInput } from '../../parse.ts';
import { withFacts } from '../../schema-facts.ts';
import { withoutNulls } from '../../without-nulls.ts';
import { ConversionError } from '../category.ts';
import { namedFiles } from './hashes.ts';

/** Whether such an address can be read is not for a pattern to say. */
const bracketedHost = '^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*[\\[\\]]';

/** A file of a legacy record; its `path` is what `download[].file_name` points to. */
const legacyFile = looseObject({
  // Stored files may be nameless, those of a body may not.
  path: withFacts(fileNameOrNone(), { type: 'string', pattern: fileNamePattern }),
  md5sum: orNull(laxString()),
  sha256sum: orNull(laxString()),
  file_type: orNull(laxString()),
  content_hash: orNull(laxString()),
})
  .transform(withoutNulls)
  .meta({ id: 'LegacyConfigFile', description: 'A file of the model. Other keys are kept.' });

const legacyDownload = looseObject({
  file_name: orNull(fileName()),
  file_path: orNull(
    withFacts(fileNameOrNone(), { type: 'string', anyOf: [{ const: '' }, { pattern: fileNamePattern }] }),
  ).transform((path) => path ?? ''),
  file_url: orNull(withFacts(laxString(), { type: 'string', not: { pattern: bracketedHost } })),
  sha256sum: orNull(laxString()).meta({ description: 'Of the file, for clients that do not send `files`.' }),
})
  .transform(withoutNulls)
  .meta({ id: 'LegacyConfigDownload', description: 'Where a file comes from. Other keys are kept.' });

const legacyConfig = orNull(
  looseObject({
    files: orNull(laxArray(legacyFile)).transform((files) => files ?? []),
    download: orNull(laxArray(legacyDownload)).transform((entries) => entries ?? []),
    embedded_component_hashes: orNull(laxMap(laxString())),
  })
    .transform(withoutNulls)
    .meta({
      id: 'LegacyConfig',
      description: 'Files, and where they come from. Other keys of a body are dropped.',
    }),
).transform((config) => config ?? { files: [], download: [] });

/** `config` of a v1 body: only the three known keys, no nulls, and addresses that can be read as such. */
export const legacyConfigBody = legacyConfig.transform((config, ctx) => {
  const unreadable = (config.download ?? []).some((entry) => !hasReadableHost(entry.file_url ?? ''));
  if (unreadable) ctx.issues.push(issueOf(valueError('invalid download url'), config));
  const { files = [], download = [], embedded_component_hashes } = config;
  // Stored records may hold nameless files, which say nothing; nobody adds another one.
  for (const [index, { path }] of files.entries()) {
    if (path === '') ctx.issues.push(fileNameIssue('', ['files', index, 'path']));
  }
  const all = namedFiles(files as JsonObject[], download as JsonObject[]);
  return withoutNulls({ files: all, download, embedded_component_hashes });
});

/** Anything goes but a broken IPv6 host: real records hold relative addresses and empty ones. */
function hasReadableHost(url: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  return !/[[\]]/.test(host) || URL.canParse(`http://${host}`);
}

/**
 * The v2 `config` of a stored legacy one. Configuration files (`*.yaml`) and entries without a path have no
 * v2 form.
 *
 * @throws ConversionError when it is not of the legacy shape, or a download has no file it belongs to
 */
export function configToV2(stored: unknown): JsonObject {
  const parsed = parseInput(legacyConfig, stored, 'body');
  if (!parsed.ok) {
    const problem = parsed.problems[0];
    const field = ['config', ...(problem?.loc.slice(1) ?? [])].join('.');
    throw new ConversionError(field, problem?.msg ?? 'not a config');
  }
  const { files = [], download = [], embedded_component_hashes } = parsed.value;
  const entries = new Map<string, JsonObject>();
  const legacyOnly = new Set<string>();
  for (const file of files) {
    const path = file.path ?? '';
    if (isLegacyOnly(path)) {
      legacyOnly.add(path);
      continue;
    }
    entries.set(path, downloadOf(path, file));
  }
  download.forEach((source, index) => {
    const fileName = source.file_name;
    const entry = fileName === undefined ? undefined : entries.get(fileName);
    if (entry) entry.file_url = source.file_url ?? '';
    else if (fileName === undefined || !legacyOnly.has(fileName)) {
      const field = `config.download.${index}.file_name`;
      const given = fileName === undefined ? 'no file name' : `'${fileName}'`;
      throw new ConversionError(field, `Unknown download entry: ${given} is not a path of config.files`);
    }
  });
  return withoutNulls({ download: [...entries.values()], embedded_component_hashes }) as JsonObject;
}

/** Whether a file of this path has no v2 form: it has no name, or is a configuration file. */
export function isLegacyOnly(path: string): boolean {
  return path === '' || path.toLowerCase().includes('yaml');
}

interface LegacyFile {
  sha256sum?: string;
  content_hash?: string;
  file_type?: string;
}

function downloadOf(path: string, file: LegacyFile): JsonObject {
  return withoutNulls({
    file_name: path,
    file_url: '',
    sha256sum: file.sha256sum ?? unknownHash,
    content_hash: file.content_hash,
    file_purpose: file.file_type,
    // By the path, as clients of this field have always had it; the address is not looked at.
    known_slow_download: path.toLowerCase().includes('civitai'),
  }) as JsonObject;
}

/** The legacy `config` of a v2 record's. A file whose hash nobody knows has none there: workers compare any. */
export function configFromV2(config: JsonObject): JsonObject {
  const entries = (config.download ?? []) as JsonObject[];
  const legacy = {
    files: entries.map((entry) => ({
      path: entry.file_name,
      sha256sum: isUnknownHash(entry.sha256sum) ? undefined : entry.sha256sum,
      file_type: entry.file_purpose,
      content_hash: entry.content_hash,
    })),
    download: entries.map((entry) => ({
      file_name: entry.file_name,
      file_path: '',
      file_url: entry.file_url,
    })),
  };
  const hashes = config.embedded_component_hashes as JsonObject | undefined;
  return {
    files: legacy.files.map(withoutNulls) as JsonObject[],
    download: legacy.download as JsonObject[],
    ...(hashes && Object.keys(hashes).length > 0 ? { embedded_component_hashes: hashes } : {}),
  };
}
