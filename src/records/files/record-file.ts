import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { isUnknownHash } from '../common-fields.ts';
import { visible } from '../look-alike.ts';
import { hostOf } from './host-address.ts';

/** A file that a record tells workers to download, and the facts that the record states about it. */
export interface RecordFile {
  readonly category: string;
  readonly model_name: string;
  /** The path in the v2 record: `config.download.0`. */
  readonly field_path: string;
  readonly file_name: string | null;
  /** The address as the record has it, without blanks around it; may be any text. */
  readonly url: string;
  /**
   * The host in lower case, with its port unless that is the usual one; null when `url` is not an http(s)
   * address.
   */
  readonly host: string | null;
  readonly expected: ExpectedFile;
}

/** The facts that a record states about a file. */
export interface ExpectedFile {
  /** The SHA-256 in lower case; null when the record has no hash, or a text that is not a SHA-256. */
  readonly sha256: string | null;
  /** The text, in lower case, that the record has in place of a SHA-256; null when there is no such text. */
  readonly malformed_sha256: string | null;
  readonly size_bytes: number | null;
}

/**
 * Gives the files of a v2 record. Every model has a v2 record, whatever the format it was written in, and its
 * v2 record has every address of its legacy record.
 */
export function filesOfRecord(category: string, modelName: string, record: JsonObject): RecordFile[] {
  const entries = entriesOf(record);
  return entries.flatMap((entry, index): RecordFile[] => {
    if (!isJsonObject(entry)) return [];
    const url = textOf(entry.file_url);
    const sha256 = textOf(entry.sha256sum).toLowerCase();
    // The record's size is that of its only file.
    const size =
      wholeSize(entry.size_bytes) ?? (entries.length === 1 ? wholeSize(record.size_on_disk_bytes) : null);
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

/** Gives the key of a record's file in lists and maps. */
export function fileKey({
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

function wholeSize(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}

/** A file of a v2 record, in the form in which findings compare it. */
export interface Download {
  /** The path in the record: `config.download.0`. */
  readonly path: string;
  /** null when the entry has no usable name. */
  readonly fileName: string | null;
  /** The address, without blanks around it and without characters of no width. */
  readonly url: string;
  /** The hash, without blanks around it and without characters of no width; letter case is kept. */
  readonly sha256: string;
  /** The texts of the entry's fields as they stand in the record. */
  readonly written: Readonly<Record<string, string>>;
}

export function downloadsOf(record: JsonObject): Download[] {
  return entriesOf(record).flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [];
    const { file_name, file_url, sha256sum } = entry;
    return [
      {
        path: `config.download.${index}`,
        fileName: typeof file_name === 'string' ? file_name : null,
        url: seen(file_url),
        sha256: seen(sha256sum),
        written: Object.fromEntries(
          Object.entries({ file_name, file_url, sha256sum }).filter(
            (field): field is [string, string] => typeof field[1] === 'string',
          ),
        ),
      },
    ];
  });
}

function seen(value: JsonValue | undefined): string {
  return typeof value === 'string' ? visible(value).trim() : '';
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/**
 * Gives the total size of a record's files, in bytes, as the record states it; null when it does not state
 * all sizes.
 */
export function sizeOf(record: JsonObject): number | null {
  const whole = wholeSize(record.size_on_disk_bytes);
  if (whole !== null) return whole;
  const entries = entriesOf(record);
  const sizes = entries.map((entry) => (isJsonObject(entry) ? entry.size_bytes : undefined));
  const known = sizes.filter((size) => typeof size === 'number');
  const total = known.reduce((sum, size) => sum + size, 0);
  return known.length === entries.length && total > 0 ? total : null;
}
