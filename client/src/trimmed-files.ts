import type { RecordDraft } from './types.ts';

/**
 * Matches blanks, control characters and invisible characters at both ends of a text, which are common in
 * pasted values.
 */
const surroundingSpace =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/gu;
const fields = ['file_name', 'file_url', 'sha256sum'];

/**
 * Returns a copy of the record in which the names, addresses and hashes of its files are trimmed. The
 * registry does not trim them, and programs that compare the values would find differences.
 */
export function withTrimmedFiles<Draft extends RecordDraft>(record: Draft): Draft {
  const { config } = record;
  if (!isObject(config) || !Array.isArray(config.download)) return record;
  return { ...record, config: { ...config, download: config.download.map(trimFile) } };
}

function trimFile(file: unknown): unknown {
  if (!isObject(file)) return file;
  const trim = (value: unknown) => (typeof value === 'string' ? value.replace(surroundingSpace, '') : value);
  return Object.fromEntries(
    Object.entries(file).map(([key, value]) => [key, fields.includes(key) ? trim(value) : value]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
