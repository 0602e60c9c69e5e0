import { unknownHash } from '../records/common-fields.ts';
import { fileNameProblem } from '../records/file-name.ts';
import { isSha256 } from './downloads.ts';
import { eachDownload, otherModels } from './each-download.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/** About the names and hashes of files. */
export const fileRules = {
  // Submissions with such names are refused; a change may have been queued before that was so.
  unsafe_file_name: eachDownload(({ fileName }) => {
    const problem = fileName === null ? null : fileNameProblem(fileName);
    return problem === null ? null : ['file_name', `Workers would store a file elsewhere: ${problem}.`];
  }),

  missing_sha256: eachDownload(({ sha256 }) =>
    sha256 === '' || sha256 === unknownHash
      ? ['sha256sum', 'The file has no SHA-256: nobody can tell whether a download is the right one.']
      : null,
  ),

  malformed_sha256: eachDownload(({ sha256 }) =>
    sha256 !== '' && sha256 !== unknownHash && !isSha256(sha256)
      ? ['sha256sum', `'${sha256}' is not a SHA-256: ${whatItIs(sha256)}.`]
      : null,
  ),

  shared_sha256: eachDownload(({ sha256 }, proposal) => {
    const others = otherModels(proposal, ({ byHash }) => byHash.get(sha256.toLowerCase()));
    return others === null ? null : ['sha256sum', `The file ${sha256} is also that of ${others}.`];
  }),
} satisfies Partial<Record<FindingRule, Rule>>;

/** What people paste instead, by its number of hexadecimal digits. */
const otherHashes: Readonly<Record<number, string>> = {
  8: 'an AutoV1 hash or a CRC-32',
  10: 'an AutoV2 hash, the first digits of a SHA-256, as Civitai shows it',
  12: 'an AutoV3 hash, as Civitai shows it',
  32: 'an MD5',
  40: 'a SHA-1',
  128: 'a SHA-512',
};

function whatItIs(hash: string): string {
  const prefixed = /^sha-?256[:=]\s*([0-9a-f]{64})$/i.exec(hash);
  if (prefixed) return `it has a prefix; leave the 64 hexadecimal digits '${prefixed[1]}'`;
  if (!/^[0-9a-f]+$/i.test(hash)) return '64 hexadecimal digits are';
  const known = otherHashes[hash.length];
  const digits = `it has ${hash.length} hexadecimal digits instead of 64`;
  return known === undefined ? digits : `${digits}, so it may be ${known}`;
}
