import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { parseJsonObjectOrNull } from './reference-source.ts';

export function isV2({ name: category }: CategoryDefinition, text: string): boolean {
  const content = parseJsonObjectOrNull(text);
  return content !== null && formatOfRecords(category, Object.values(content)) === 'v2';
}

/**
 * Returns the probable format of a file, judged by its name. Used only if the records do not reveal their
 * format.
 */
export function guessFormat({ name, legacy }: CategoryDefinition, file: string): CanonicalFormat {
  const legacyName = legacy !== null && legacy.fileName !== `${name}.json` ? legacy.fileName : null;
  return legacyName !== null && file.endsWith(legacyName) ? 'legacy' : 'v2';
}

const v2Keys = ['record_type', 'metadata', 'model_classification', 'finetune_series', 'text_model_group'];
const v2DownloadKeys = ['sha256sum', 'known_slow_download', 'content_hash', 'file_purpose', 'size_bytes'];
const legacyKeys = ['type', 'model_name', 'available', 'download_all', 'features_not_supported'];

/**
 * Returns the format of a file's records; `mixed` if it has records of both formats, null if no record
 * reveals its format.
 *
 * For each record, the first matching rule decides:
 *
 * - legacy: the record has `config.files`, or it has a `type` and its `record_type` is not its category. v2
 *   keys in such a record are ignored, as by v1 clients
 * - v2: the record has a key of `v2Keys`, or one of its downloads has a key of `v2DownloadKeys`. Legacy keys
 *   in such a record are ignored, because the Python service left `model_name` in v2 records
 * - legacy: the record has a key of `legacyKeys`
 */
export function formatOfRecords(
  category: string,
  records: Iterable<JsonValue>,
): CanonicalFormat | 'mixed' | null {
  const formats = new Set([...records].map((record) => formatOfRecord(category, record)));
  formats.delete(null);
  if (formats.size > 1) return 'mixed';
  const [format] = formats;
  return format ?? null;
}

function formatOfRecord(category: string, record: JsonValue): CanonicalFormat | null {
  if (!isJsonObject(record)) return null;
  const config = isJsonObject(record.config) ? record.config : {};
  if (Object.hasOwn(config, 'files')) return 'legacy';
  if (Object.hasOwn(record, 'type') && record.record_type !== category) return 'legacy';
  if (hasAny(record, v2Keys) || listDownloads(config).some((entry) => hasAny(entry, v2DownloadKeys)))
    return 'v2';
  return hasAny(record, legacyKeys) ? 'legacy' : null;
}

function listDownloads(config: JsonObject): JsonObject[] {
  return Array.isArray(config.download) ? config.download.filter(isJsonObject) : [];
}

function hasAny(object: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(object, key));
}
