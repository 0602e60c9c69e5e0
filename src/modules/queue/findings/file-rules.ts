import { formatCodePoint } from '../../../kernel/code-point.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { isUnknownHash } from '../../../records/common-fields.ts';
import { findFileNameProblem, listParentFolders, normaliseFileName } from '../../../records/file-name.ts';
import { parseExpiry } from '../../../records/files/address-expiry.ts';
import { findUnloadableEnding, groupShards } from '../../../records/files/file-endings.ts';
import { describePageAddress, hostOf } from '../../../records/files/host-address.ts';
import {
  type Download,
  describeHashProblem,
  downloadsOf,
  isSha256,
} from '../../../records/files/record-file.ts';
import { findHiddenCharacters } from '../../../records/look-alike.ts';
import { findModelsWithFile, unhashedPlaceKey } from '../../catalog/index.ts';
import {
  createDownloadRule,
  type FindingRule,
  findChangedHashes,
  formatChangeIds,
  listOtherModels,
  type Rule,
} from './finding.ts';

/** Rules about the URLs of files and of pages about the model. */
export const urlRules = {
  page_not_file: createDownloadRule(({ url }) => {
    const problem = describePageAddress(url);
    return problem === null ? null : ['file_url', `'${url}' ${problem}.`];
  }),

  shared_url: createDownloadRule((file, proposal) => {
    const { url } = file;
    const sameFileOwners = listOtherModels(proposal, (models) => findModelsWithFile(models, file).same);
    if (sameFileOwners !== null) return ['file_url', `'${url}' is also a download of ${sameFileOwners}.`];
    const possibleOwners = listOtherModels(proposal, (models) => findModelsWithFile(models, file).unknown);
    const reason = 'the addresses differ, and it is unknown whether the bytes are the same';
    return possibleOwners === null
      ? null
      : ['file_url', `'${url}' may be the file that ${possibleOwners} downloads: ${reason}.`];
  }),

  insecure_url: createDownloadRule(({ url }) =>
    /^http:/i.test(url) ? ['file_url', `'${url}' is fetched over http: use https.`] : null,
  ),

  expiring_url: function* ({ record }) {
    if (record === null) return;
    const files = downloadsOf(record).map(({ path, url }) => [`${path}.file_url`, url] as const);
    for (const [path, address] of [...files, ...listPages(record)]) {
      const expiry = parseExpiry(address.trim());
      if (expiry === null) continue;
      const { signatureParameter, at } = expiry;
      const time = at === null ? null : new Date(at * 1000).toISOString();
      const expiryText =
        time === null
          ? 'expires: it is signed for a limited time that it does not state'
          : `expires on ${time.slice(0, 10)}: it stops working after ${time.slice(0, 16).replace('T', ' ')} UTC`;
      // The query is omitted because its signature is valid until the expiry.
      const withoutQuery = address.trim().split('?')[0];
      yield { path, message: `'${withoutQuery}' ${expiryText} (${signatureParameter}).` };
    }
  },

  unusable_url: createDownloadRule(({ url }) =>
    hostOf(url) === null ? ['file_url', `'${url}' is not an absolute http or https URL.`] : null,
  ),

  unusable_homepage: function* ({ record }) {
    if (record === null) return;
    for (const [path, page] of listPages(record)) {
      const address = page.trim();
      if (hostOf(address) !== null) continue;
      const httpsUrl = `https://${address}`;
      const hint = looksLikeHost(address) && hostOf(httpsUrl) !== null ? `; did you mean ${httpsUrl}` : '';
      yield { path, message: `'${address}' is not an absolute http or https URL${hint}.` };
    }
  },

  host_not_preferred: createDownloadRule(({ url }, { preferredHosts }) => {
    const host = hostOf(url);
    if (host === null || preferredHosts.some((preferredHost) => isWithin(host, preferredHost.toLowerCase())))
      return null;
    return ['file_url', `The host ${host} is not one of the preferred ones: ${preferredHosts.join(', ')}.`];
  }),
} satisfies Partial<Record<FindingRule, Rule>>;

/** Lists the URLs of web pages about the model in a record, each with its field path. */
export function listPages(record: JsonObject): [path: string, address: string][] {
  const seriesHomepage = isJsonObject(record.finetune_series) ? record.finetune_series.homepage : undefined;
  const pages = { homepage: record.homepage, url: record.url, 'finetune_series.homepage': seriesHomepage };
  return Object.entries(pages).flatMap(([path, page]) =>
    typeof page === 'string' && page.trim() !== '' ? [[path, page]] : [],
  );
}

/**
 * Returns whether a text begins with a host name without a scheme, such as `civitai.com/models/1` or
 * `www.example.org`.
 */
function looksLikeHost(address: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([:/?#]|$)/i.test(address);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Dotted path of the list of files in a v2 record. */
const path = 'config.download';

export const fileRules = {
  // New submissions with such names are refused, but older changes may have them.
  unsafe_file_name: createDownloadRule(({ fileName }) => {
    const problem = fileName === null ? null : findFileNameProblem(fileName);
    return problem === null
      ? null
      : ['file_name', `Workers would store the file outside of its folder: ${problem}.`];
  }),

  file_name_too_long: createDownloadRule(({ fileName }) => {
    const part = fileName?.split('/').find((each) => Buffer.byteLength(each) > maxPartLength);
    if (part === undefined) return null;
    const lengthText = `'${part.slice(0, 40)}…' in the file name has ${Buffer.byteLength(part)} bytes`;
    return [
      'file_name',
      `${lengthText}: use at most ${maxPartLength}, the longest name that all file systems take.`,
    ];
  }),

  file_name_clash: function* (proposal) {
    if (proposal.record === null) return;
    const files = new Map<string, Download>();
    const folders = new Map<string, Download>();
    for (const download of downloadsOf(proposal.record)) {
      if (download.fileName === null) continue;
      const storagePath = normaliseFileName(download.fileName);
      const parentFolders = listParentFolders(storagePath);
      const createClash = (otherFile: string, why: string) => ({
        path: `${download.path}.file_name`,
        message: `The file '${download.fileName}' cannot be stored beside ${otherFile}, ${why}.`,
      });
      const fileWithSameName = files.get(storagePath);
      const conflictingFile =
        parentFolders.map((folder) => files.get(folder)).find(Boolean) ?? folders.get(storagePath);
      if (fileWithSameName && fileWithSameName.sha256.toLowerCase() !== download.sha256.toLowerCase()) {
        const isKnown = isSha256(fileWithSameName.sha256) && isSha256(download.sha256);
        yield createClash(`that of ${fileWithSameName.path}`, isKnown ? otherBytes : perhapsOtherBytes);
      } else if (conflictingFile)
        yield createClash(`'${conflictingFile.fileName}' of ${conflictingFile.path}`, fileAndFolder);
      files.set(storagePath, fileWithSameName ?? download);
      for (const folder of parentFolders) folders.set(folder, download);

      const listOwners = (places: readonly string[], hash = '') =>
        listOtherModels(proposal, ({ category, byPlace, byHash }) => {
          if (category !== proposal.category) return undefined;
          const namesWithHash = byHash.get(hash.toLowerCase());
          const names = places.flatMap((each) => byPlace.get(each) ?? []);
          return [...new Set(names)].filter((name) => !namesWithHash?.includes(name));
        });
      const owners = listOwners([storagePath], download.sha256);
      const isUnhashed =
        !isSha256(download.sha256) || listOwners([unhashedPlaceKey(storagePath)], download.sha256) !== null;
      if (owners) yield createClash(`that of ${owners}`, isUnhashed ? perhapsOtherBytes : otherBytes);
      const blockers = listOwners([...parentFolders, `${storagePath}/`]);
      if (blockers) yield createClash(`a file of ${blockers}`, fileAndFolder);
    }
  },

  unloadable_file: createDownloadRule(({ fileName, url }) => {
    const urlPath = URL.parse(url)?.pathname ?? '';
    const [field, name] =
      findUnloadableEnding(fileName ?? '') === null ? ['file_url', urlPath] : ['file_name', fileName ?? ''];
    const unloadableExtension = findUnloadableEnding(name);
    if (unloadableExtension === null) return null;
    return [
      field,
      `'${name}' ends in ${unloadableExtension}: no worker loads an archive, a page or a program.`,
    ];
  }),

  missing_shard: function* ({ record }) {
    if (record === null) return;
    for (const { files, missingNumbers } of groupShards(
      downloadsOf(record),
      ({ fileName }) => fileName ?? '',
    )) {
      if (missingNumbers.length === 0) continue;
      const [first] = files;
      const message = `The model of '${first.fileName}' is in several files, and these are missing: ${missingNumbers.join(', ')}.`;
      yield { path: `${first.path}.file_name`, message };
    }
  },

  same_address_other_hash: function* ({ live, record, changesWithHash }) {
    for (const { path: at, url, sha256, before } of findChangedHashes(live, record)) {
      const isHash = isSha256(sha256);
      const otherChangeIds = isHash ? (changesWithHash?.(sha256.toLowerCase()) ?? []) : [];
      const otherChangesText =
        otherChangeIds.length === 0
          ? ''
          : ` Other open changes contain that hash: ${formatChangeIds(otherChangeIds)}.`;
      const message = `'${url}' has the SHA-256 ${before} in the live record, and ${isHash ? sha256 : 'none'} in this change.${otherChangesText}`;
      yield { path: `${at}.sha256sum`, message };
    }
  },

  no_file: function* ({ category, name, record, live, knownModels }) {
    if (record === null || downloadsOf(record).length > 0) return;
    const before = live === null ? 0 : downloadsOf(live).length;
    if (before > 0) {
      yield {
        path,
        message: `The change removes the last file of the model: the live record has ${before}.`,
      };
      return;
    }
    const ownModels = knownModels.find((models) => models.category === category);
    for (const names of ownModels?.byUrl.values() ?? []) {
      if (names.every((file) => file.name === name)) continue;
      yield { path, message: 'The record names no file; other models of the category do.' };
      return;
    }
  },

  missing_sha256: createDownloadRule(({ sha256 }) =>
    isUnknownHash(sha256) ? ['sha256sum', 'The file has no SHA-256: downloads cannot be verified.'] : null,
  ),

  malformed_sha256: createDownloadRule(({ sha256 }) =>
    !isUnknownHash(sha256) && !isSha256(sha256)
      ? ['sha256sum', `'${sha256}' is not a SHA-256: ${describeHashProblem(sha256)}.`]
      : null,
  ),

  shared_sha256: createDownloadRule(({ sha256 }, proposal) => {
    const modelNames = listOtherModels(proposal, ({ byHash }) => byHash.get(sha256.toLowerCase()));
    return modelNames === null ? null : ['sha256sum', `The file ${sha256} is also that of ${modelNames}.`];
  }),
} satisfies Partial<Record<FindingRule, Rule>>;

/**
 * Maximum length, in bytes, of each part of a file name between slashes. A longer part causes a finding. File
 * systems allow 255 bytes, but tools append extensions.
 */
const maxPartLength = 200;
const otherBytes = 'which has the same name and different content';
const perhapsOtherBytes = 'which has the same name, and it is unknown whether the bytes are the same';
const fileAndFolder = 'because one needs a folder with the name of the other';

/**
 * Rules that report surrounding spaces and invisible characters in URLs and hashes, and upper case in hashes.
 * The other rules ignore these differences. Workers get the values unchanged, and may not ignore them.
 */
export const unusualTextRules = {
  not_normal: function* ({ record }) {
    if (record === null) return;
    for (const { path, sha256, recordedTexts } of downloadsOf(record)) {
      for (const [field, value] of Object.entries(recordedTexts)) {
        const oddities = findOddities(value);
        if (field === 'sha256sum' && isSha256(sha256) && /[A-F]/.test(sha256))
          oddities.push('has upper case');
        if (oddities.length > 0)
          yield { path: `${path}.${field}`, message: formatOddityWarning(value, oddities) };
      }
    }
    for (const [path, page] of listPages(record)) {
      const oddities = findOddities(page);
      if (oddities.length > 0) yield { path, message: formatOddityWarning(page, oddities) };
    }
  },
} satisfies Partial<Record<FindingRule, Rule>>;

function findOddities(value: string): string[] {
  const blankOddities = value !== value.trim() ? ['begins or ends with a blank'] : [];
  const controls = value.trim().match(/\p{Cc}/gu) ?? [];
  const hiddenCodes = [...new Set([...controls.map(formatCodePoint), ...findHiddenCharacters(value)])];
  return hiddenCodes.length > 0
    ? [...blankOddities, `has invisible characters: ${hiddenCodes.join(', ')}`]
    : blankOddities;
}

function formatOddityWarning(value: string, oddities: readonly string[]): string {
  return `${JSON.stringify(value)} ${oddities.join(', and ')}: workers may read it as a different text.`;
}
