import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { hostOf } from './addresses.ts';
import { isSha256 } from './downloads.ts';

/** A file that a record tells workers to download, and what the record says of it. */
export interface RecordFile {
  readonly category: string;
  readonly model_name: string;
  /** Where it stands in the v2 record: `config.download.0`. */
  readonly field_path: string;
  readonly file_name: string | null;
  /** As the record has it, blanks around it aside; may be no address at all. */
  readonly url: string;
  /** Lower case, with a port that is not the usual; null for what is not an http(s) address. */
  readonly host: string | null;
  readonly expected: ExpectedFile;
}

/** What the file has to be. */
export interface ExpectedFile {
  /** Lower case; null where the record has none, or none that is one. */
  readonly sha256: string | null;
  readonly size_bytes: number | null;
}

/**
 * The files of a v2 record. Every model has one, whatever the format it was written in, and every address of a
 * legacy record is in it.
 */
export function filesOfRecord(category: string, modelName: string, record: JsonObject): RecordFile[] {
  const { config } = record;
  const entries = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  return entries.flatMap((entry, index): RecordFile[] => {
    if (!isJsonObject(entry)) return [];
    const url = textOf(entry.file_url);
    const sha256 = textOf(entry.sha256sum).toLowerCase();
    // What a record weighs is what its only file weighs.
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
        expected: { sha256: isSha256(sha256) ? sha256 : null, size_bytes: size },
      },
    ];
  });
}

/** Of a file in a record, for lists and maps. */
export function fileKey({
  category,
  model_name,
  field_path,
}: Pick<RecordFile, 'category' | 'model_name' | 'field_path'>): string {
  return `${category}\0${model_name}\0${field_path}`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function wholeSize(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value > 0 ? value : null;
}
