import { ConversionError, type LegacyRecord, type ModelRecord } from '../../registry/categories/category.ts';
import { RegistryError } from '../../registry/errors.ts';
import { isJsonObject } from '../../registry/json.ts';
import { checkModelName } from '../../registry/model-name.ts';
import type { ModelViews } from '../../registry/model-views.ts';
import { stampMetadata } from '../../registry/records/server-metadata.ts';
import { normaliseStored } from '../../registry/records/stored.ts';
import { checkBackendPrefix } from '../queue/write-rules.ts';
import type { SourceModel } from './reference-source.ts';

/** Both views of a record of a file, or why there are none. */
export function viewsOfSource(
  model: SourceModel,
  live: ModelViews | null,
  now: number,
): ModelViews | { reason: string } {
  const { definition, name, format } = model;
  try {
    checkModelName(name);
    checkBackendPrefix({ definition, name, operation: 'create', format });
    return format === 'v2' ? fromV2(model, live, now) : fromLegacy(model, live, now);
  } catch (error) {
    if (error instanceof ConversionError || error instanceof RegistryError) return { reason: error.message };
    throw error;
  }
}

function fromV2({ definition, name, record }: SourceModel, live: ModelViews | null, now: number) {
  const parsed = normaliseStored(definition, name, record);
  if (!parsed.ok) {
    return {
      reason: parsed.problems
        .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'record'}: ${msg}`)
        .join('; '),
    };
  }
  const v2 = stamped(parsed.value, live, now);
  return { v2, legacy: definition.legacy?.fromV2(name, v2, live?.legacy ?? null) ?? null };
}

function fromLegacy({ definition, name, record }: SourceModel, live: ModelViews | null, now: number) {
  if (!isJsonObject(record)) return { reason: 'record: Input should be a JSON object' };
  if (!definition.legacy) return { reason: `${definition.name} has no legacy form` };
  const legacy = record as LegacyRecord;
  return { v2: stamped(definition.legacy.toV2(name, legacy, live?.v2 ?? null), live, now), legacy };
}

/**
 * A model that is new here keeps the times and authors that its file gives: they are another registry's, and
 * its history.
 */
function stamped(record: ModelRecord, live: ModelViews | null, now: number): ModelRecord {
  const { metadata } = record;
  const knowsItsTimes =
    isJsonObject(metadata) && metadata.created_at !== undefined && metadata.updated_at !== undefined;
  return !live && knowsItsTimes ? record : stampMetadata(record, live?.v2 ?? null, { now, by: null });
}
