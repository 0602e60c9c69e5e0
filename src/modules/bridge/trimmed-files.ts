import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';

/** Blanks, control characters and what has no width, at either end. */
const around = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/gu;
const fields = ['file_name', 'file_url', 'path', 'sha256sum'];

/**
 * A record of a repository's file with the names, addresses and hashes of its files as they are meant: blanks
 * around them are no difference, and neither come in nor go out.
 */
export function withTrimmedFiles(record: JsonObject): JsonObject {
  const { config } = record;
  if (!isJsonObject(config)) return record;
  const lists = Object.entries(config).map(([key, value]) => [
    key,
    (key === 'files' || key === 'download') && Array.isArray(value) ? value.map(trimmed) : value,
  ]);
  return { ...record, config: Object.fromEntries(lists) };
}

function trimmed(file: JsonValue): JsonValue {
  if (!isJsonObject(file)) return file;
  const values = Object.entries(file).map(([key, value]) => [
    key,
    fields.includes(key) && typeof value === 'string' ? value.replace(around, '') : value,
  ]);
  return Object.fromEntries(values);
}
