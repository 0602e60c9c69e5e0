import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import type { ModelRecord } from './categories/category.ts';
import { recordSchemaVersion } from './common-fields.ts';
import { withoutNulls } from './without-nulls.ts';

/**
 * Who writes a record, and when (Unix seconds). `by` is a username; null when no person did, as in an import.
 */
export interface Stamp {
  readonly now: number;
  readonly by: string | null;
}

/**
 * The record as it is stored by a write: created_* of the record it replaces (its own when there was none or
 * that one does not say), updated_* of this write. What the record itself claims about these four is not
 * believed.
 */
export function stampMetadata(record: ModelRecord, previous: ModelRecord | null, stamp: Stamp): ModelRecord {
  const before = metadataOf(previous);
  const created =
    before.created_at === undefined
      ? { created_at: stamp.now, created_by: stamp.by }
      : { created_at: before.created_at, created_by: before.created_by ?? null };
  return withMetadata(record, {
    created_at: created.created_at,
    updated_at: stamp.now,
    created_by: created.created_by,
    updated_by: stamp.by,
  });
}

/** The record without what only the server may say: for payloads, and for comparing what people wrote. */
export function withoutServerMetadata(record: ModelRecord): ModelRecord {
  return withMetadata(record, {});
}

function metadataOf(record: JsonObject | null): JsonObject {
  const metadata = record?.metadata;
  return isJsonObject(metadata) ? metadata : {};
}

/** Replaces all of `metadata` but the schema version; the key stays where it is. */
function withMetadata(record: ModelRecord, serverFields: JsonObject): ModelRecord {
  const schemaVersion = metadataOf(record).schema_version ?? recordSchemaVersion;
  const metadata = withoutNulls({ schema_version: schemaVersion, ...serverFields }) as JsonObject;
  return { ...record, metadata };
}
