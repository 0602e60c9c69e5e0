import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import {
  type CategoryDefinition,
  ConversionError,
  type LegacyRecord,
  type ModelRecord,
} from '../../records/categories/category.ts';
import { withoutNulls } from '../../records/lax.ts';
import { checkModelName } from '../../records/model-name.ts';
import { type ModelViews, normaliseStored, stampMetadata } from '../../records/model-views.ts';
import { checkBackendPrefix } from '../queue/index.ts';
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
  const legacy = { ...record, ...whatFilesCannotSay(definition, record, live) } as LegacyRecord;
  return { v2: stamped(definition.legacy.toV2(name, legacy, live?.v2 ?? null), live, now), legacy };
}

/**
 * The public file of text models has no columns for `nsfw` and `version`, and its JSON shows their defaults:
 * a row without them says nothing about them.
 */
function whatFilesCannotSay(
  { legacy: form }: CategoryDefinition,
  record: JsonObject,
  live: ModelViews | null,
): JsonObject {
  if (!form?.fileName.endsWith('.csv')) return {};
  const kept = ['nsfw', 'version'].map((key) => [key, record[key] ?? live?.legacy?.[key] ?? null]);
  return withoutNulls(Object.fromEntries(kept)) as JsonObject;
}

/**
 * A model that is new here keeps the times and authors that its file gives: they are another registry's, and
 * its history. So does one that is here only because an earlier import, which knew less, has made it.
 */
function stamped(record: ModelRecord, live: ModelViews | null, now: number): ModelRecord {
  const said = timesOf(record);
  const known = said.created_at !== undefined && said.updated_at !== undefined;
  if (!live) return known ? record : stampMetadata(record, null, { now, by: null });
  const here = timesOf(live.v2);
  if (!known || here.created_by !== undefined || !isEarlier(said.created_at, here.created_at)) {
    return stampMetadata(record, live.v2, { now, by: null });
  }
  return here.updated_by === undefined ? record : stampMetadata(record, record, { now, by: null });
}

function isEarlier(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return typeof a === 'number' && (typeof b !== 'number' || a < b);
}

/** Whether a model is said to be there since the same time, and by the same person. */
export function sameCreation(some: ModelViews, others: ModelViews): boolean {
  const [a, b] = [timesOf(some.v2), timesOf(others.v2)];
  return a.created_at === b.created_at && a.created_by === b.created_by;
}

function timesOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}
