import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { withoutServerMetadata } from '../../records/server-metadata.ts';
import { groupOfName } from '../../records/text-names/index.ts';
import { withoutNulls } from '../../records/without-nulls.ts';

/** The v2 record that a proposal queues: what the client may say, and what the registry fills in. */
export function proposedRecord(
  definition: CategoryDefinition,
  record: ModelRecord,
  live: ModelRecord | null,
): ModelRecord {
  const grouped = definition.fields.includes('text_model_group') ? withGroup(definition, record) : record;
  return withCreationOf(live, withoutServerMetadata(grouped));
}

function withGroup(definition: CategoryDefinition, record: ModelRecord): ModelRecord {
  if ((record.text_model_group ?? null) !== null) return record;
  const filled: JsonObject = { ...record, text_model_group: groupOfName(record.name) };
  const inOrder = definition.fields.flatMap((field) =>
    Object.hasOwn(filled, field) ? [[field, filled[field]]] : [],
  );
  return Object.fromEntries(inOrder) as ModelRecord;
}

/** An update shows since when, and by whom, the model is there. */
function withCreationOf(live: ModelRecord | null, record: ModelRecord): ModelRecord {
  if (!isJsonObject(live?.metadata) || !isJsonObject(record.metadata)) return record;
  const { created_at = null, created_by = null } = live.metadata;
  return {
    ...record,
    metadata: { ...record.metadata, ...withoutNulls({ created_at, created_by }) } as JsonObject,
  };
}
