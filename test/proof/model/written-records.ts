import type { ModelRecord, Rules } from './rules.ts';

/** Returns the part of a record that the steps write. */
export function recordOf(record: unknown, { format }: Pick<Rules, 'format'>): Partial<ModelRecord> | null {
  const { description, metadata, renamed_from } = (record ?? {}) as {
    description?: string;
    metadata?: ModelRecord;
    renamed_from?: readonly string[];
  };
  if (description === undefined) return null;
  if (format === 'legacy' || !metadata) return { description };
  const { created_at, created_by, updated_at, updated_by } = metadata;
  const made = { description, created_at, created_by, updated_at, updated_by };
  return renamed_from === undefined ? made : { ...made, renamed_from };
}

/** The same of a record of the model. */
export function shown(record: ModelRecord, { format }: Rules): Partial<ModelRecord> {
  return format === 'v2' ? { ...record } : { description: record.description };
}
