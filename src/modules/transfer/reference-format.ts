import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';

const v2Keys = ['record_type', 'metadata', 'model_classification', 'finetune_series', 'text_model_group'];
const v2DownloadKeys = ['sha256sum', 'known_slow_download', 'content_hash', 'file_purpose', 'size_bytes'];
const legacyKeys = ['type', 'model_name', 'available', 'download_all', 'features_not_supported'];

/**
 * Which form the records of a file have; `mixed` when some have the one and some the other, null when nothing
 * tells.
 *
 * A record is v2 when it has a key that only v2 has, or hashes beside its download URLs; else legacy when it
 * has a key that only legacy has, or lists its files apart (`config.files`). v2 goes first because the Python
 * service left `model_name` in v2 records.
 */
export function formatOfRecords(records: Iterable<JsonValue>): CanonicalFormat | 'mixed' | null {
  const found = new Set([...records].map(formatOfRecord));
  found.delete(null);
  if (found.size > 1) return 'mixed';
  const [format] = found;
  return format ?? null;
}

function formatOfRecord(record: JsonValue): CanonicalFormat | null {
  if (!isJsonObject(record)) return null;
  const config = isJsonObject(record.config) ? record.config : {};
  if (hasAny(record, v2Keys) || downloadsOf(config).some((entry) => hasAny(entry, v2DownloadKeys)))
    return 'v2';
  if (hasAny(record, legacyKeys) || Object.hasOwn(config, 'files')) return 'legacy';
  return null;
}

function downloadsOf(config: JsonObject): JsonObject[] {
  return Array.isArray(config.download) ? config.download.filter(isJsonObject) : [];
}

function hasAny(object: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(object, key));
}
