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
   * The host of `url` in lower case, with its port if the address has an unusual one. Null when `url` is not
   * an http(s) address.
   */
  readonly host: string | null;
  readonly expected: ExpectedFile;
}

/** The facts that a record states about a file. */
export interface ExpectedFile {
  /** The SHA-256 in lower case. Null when the record has none, or another text in its place. */
  readonly sha256: string | null;
  /**
   * What the record has in place of a SHA-256, in lower case. Null when it has a SHA-256, no hash, or `FIXME`
   * (hash not known).
   */
  readonly malformed_sha256: string | null;
  readonly size_bytes: number | null;
}

/**
 * Gives the files that a v2 record tells workers to download. The v2 record is enough: every model has one,
 * and it contains every address of the model's legacy record.
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

/** Gives the text that identifies one file of a record, for use as a key of maps. */
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

/** A file of a v2 record, with its address and hash cleaned for comparison with those of other files. */
export interface Download {
  /** The path in the record: `config.download.0`. */
  readonly path: string;
  /** null when the entry has no usable name. */
  readonly fileName: string | null;
  /** The address, without blanks around it and without characters of no width. */
  readonly url: string;
  /** The hash, without blanks around it and without characters of no width; letter case is kept. */
  readonly sha256: string;
  /**
   * The file's name, address and hash exactly as the record has them; values that are not text are absent.
   */
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
