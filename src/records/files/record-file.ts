import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isUnknownHash } from '../common-fields.ts';
import { removeInvisible } from '../look-alike.ts';
import { hostOf } from './host-address.ts';

/** A file that workers have to download for a record, and the facts about it in the record. */
export interface RecordFile {
  readonly category: string;
  readonly model_name: string;
  /** The path of the file's entry in the v2 record, such as `config.download.0`. */
  readonly field_path: string;
  readonly file_name: string | null;
  /** The URL in the record, trimmed. Not validated: it may be any text. */
  readonly url: string;
  /**
   * The host of `url` in lower case, with its port if that is not the default. Null when `url` is not an
   * http(s) URL.
   */
  readonly host: string | null;
  readonly expected: ExpectedFile;
}

/** The facts about a file in a record. */
export interface ExpectedFile {
  /** In lower case. Null when the record has no valid SHA-256. */
  readonly sha256: string | null;
  /**
   * The recorded value, in lower case, when it is not a valid SHA-256. Null when it is valid, empty, or
   * `FIXME` (unknown hash).
   */
  readonly malformed_sha256: string | null;
  readonly size_bytes: number | null;
}

/**
 * Returns the files that workers have to download for a v2 record. The legacy record of the model contains no
 * other URLs.
 */
export function filesOfRecord(category: string, modelName: string, record: JsonObject): RecordFile[] {
  const entries = entriesOf(record);
  return entries.flatMap((entry, index): RecordFile[] => {
    if (!isJsonObject(entry)) return [];
    const url = textOf(entry.file_url);
    const sha256 = textOf(entry.sha256sum).toLowerCase();
    // The record's size is the size of its only file.
    const size =
      readSize(entry.size_bytes) ?? (entries.length === 1 ? readSize(record.size_on_disk_bytes) : null);
    return [
      {
        category,
        model_name: modelName,
        field_path: `config.download.${index}`,
        file_name: typeof entry.file_name === 'string' ? entry.file_name : null,
        url,
        host: hostOf(url)?.toLowerCase() ?? null,
        expected: {
          sha256: isSha256(sha256) ? sha256 : null,
          malformed_sha256: isSha256(sha256) || isUnknownHash(sha256.toUpperCase()) ? null : sha256,
          size_bytes: size,
        },
      },
    ];
  });
}

/** Returns a map key that is unique for each file of each record. */
export function createFileKey({
  category,
  model_name,
  field_path,
}: Pick<RecordFile, 'category' | 'model_name' | 'field_path'>): string {
  return `${category}\0${model_name}\0${field_path}`;
}

function entriesOf({ config }: JsonObject): readonly JsonValue[] {
  return isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readSize(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

/** A file of a v2 record, with its URL and hash normalised for comparison with other files. */
export interface Download {
  /** The path of the file's entry in the record, such as `config.download.0`. */
  readonly path: string;
  /** Null when the name is missing or not text. */
  readonly fileName: string | null;
  /** The URL, trimmed and without invisible characters; empty when there is none. */
  readonly url: string;
  /**
   * The hash, trimmed and without invisible characters, in its original letter case; empty when there is
   * none.
   */
  readonly sha256: string;
  /** The file's name, URL and hash exactly as in the record; values that are not text are absent. */
  readonly recordedTexts: Readonly<Record<string, string>>;
}

export function downloadsOf(record: JsonObject): Download[] {
  return entriesOf(record).flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [];
    const { file_name, file_url, sha256sum } = entry;
    return [
      {
        path: `config.download.${index}`,
        fileName: typeof file_name === 'string' ? file_name : null,
        url: readVisibleText(file_url),
        sha256: readVisibleText(sha256sum),
        recordedTexts: Object.fromEntries(
          Object.entries({ file_name, file_url, sha256sum }).filter(
            (field): field is [string, string] => typeof field[1] === 'string',
          ),
        ),
      },
    ];
  });
}

function readVisibleText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? removeInvisible(value).trim() : '';
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/**
 * Returns the total size of a record's files in bytes: its `size_on_disk_bytes`, or else the sum of the file
 * sizes. Null when the record has neither the total nor the sizes of all files.
 */
export function sizeOf(record: JsonObject): number | null {
  const wholeBytes = readSize(record.size_on_disk_bytes);
  if (wholeBytes !== null) return wholeBytes;
  const entries = entriesOf(record);
  const sizes = entries.map((entry) => (isJsonObject(entry) ? entry.size_bytes : undefined));
  const numbers = sizes.filter((size) => typeof size === 'number');
  const total = numbers.reduce((sum, size) => sum + size, 0);
  return numbers.length === entries.length && total > 0 ? total : null;
}

/** Names of the hashes that users paste in place of a SHA-256, by their number of hexadecimal digits. */
const otherHashes: Readonly<Record<number, string>> = {
  8: 'an AutoV1 hash or a CRC-32',
  10: 'an AutoV2 hash, the first digits of a SHA-256, as Civitai shows it',
  12: 'an AutoV3 hash, as Civitai shows it',
  32: 'an MD5',
  40: 'a SHA-1',
  128: 'a SHA-512',
};
const prefixPattern = /^sha-?256[:=]\s*([0-9a-f]{64})$/i;

/**
 * Describes the problem of a hash that is not a SHA-256, and names its probable type, such as MD5. The result
 * is the end of a message that begins with `… is not a SHA-256: `.
 */
export function describeHashProblem(hash: string): string {
  const digits = prefixPattern.exec(hash)?.[1];
  if (digits) return `it has a prefix; use only the 64 hexadecimal digits '${digits}'`;
  if (!/^[0-9a-f]+$/i.test(hash)) return 'it must be 64 hexadecimal digits';
  const hashType = otherHashes[hash.length];
  const lengthText = `it has ${hash.length} hexadecimal digits instead of 64`;
  return hashType === undefined ? lengthText : `${lengthText}, so it may be ${hashType}`;
}

/** Minimum number of digits at which a truncated hash is recognised as the beginning of a SHA-256. */
const minDigits = 8;

/**
 * Describes how a malformed hash matches a SHA-256: it has the same digits after a prefix, it has only the
 * first digits, or one digit is missing or superfluous. Returns null when they do not match.
 *
 * @param sha256 the hash to compare with, in lower case
 */
export function describeSameDigits(malformedHash: string, sha256: string): string | null {
  const text = malformedHash.toLowerCase();
  const digits = prefixPattern.exec(text)?.[1] ?? text;
  if (digits === sha256) return 'the digits are the same';
  if (digits.length >= minDigits && sha256.startsWith(digits))
    return `its first ${digits.length} digits are the same`;
  if (digits.length === sha256.length - 1 && isOneShorter(digits, sha256))
    return 'the digits are the same but for one that is missing';
  if (digits.length === sha256.length + 1 && isOneShorter(sha256, digits))
    return 'the digits are the same but for one too many';
  return null;
}

function isOneShorter(shorter: string, longer: string): boolean {
  const position = [...shorter].findIndex((digit, index) => digit !== longer[index]);
  return position === -1 || shorter.slice(position) === longer.slice(position + 1);
}
