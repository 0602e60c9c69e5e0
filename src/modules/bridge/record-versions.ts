import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { LegacyRecord, ModelRecord } from '../../records/categories/category.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { ModelRow } from '../catalog/index.ts';
import { csvKeys, isCsv, type WithLegacyForm } from '../transfer/index.ts';

/**
 * A model's records in the repository (`theirs`) and in the registry (`ours`), in the form of the
 * repository's file. Null if that side does not have the model.
 */
export interface RecordVersions {
  /** The record on which both sides last agreed; null if there was none. */
  readonly base: JsonObject | null;
  readonly theirs: JsonObject | null;
  readonly ours: JsonObject | null;
}

/**
 * Shows which sides have changed a model since they last agreed.
 *
 * - `agreed`: both sides have the same record
 * - `theirs`: only the repository has changed the model
 * - `ours`: only the registry has changed the model
 * - `both`: both sides have changed the model, without a conflict
 * - `conflict`: both sides have changed the same field to different values
 */
export type Verdict =
  | { readonly kind: 'agreed' | 'theirs' | 'ours' | 'both'; readonly merged: JsonObject | null }
  | {
      readonly kind: 'conflict';
      /** The record with the changes of both sides; fields in conflict have the repository's values. */
      readonly merged: JsonObject | null;
      readonly conflicts: readonly FieldConflict[];
    };

export function compareSides(sides: RecordVersions): Verdict {
  const [base, theirs, ours] = [sides.base, sides.theirs, sides.ours].map(
    (record) => record && trimFiles(record),
  ) as [JsonObject | null, JsonObject | null, JsonObject | null];
  if (isSameRecord(theirs, ours)) return { kind: 'agreed', merged: ours };
  if (isSameRecord(base, ours)) return { kind: 'theirs', merged: theirs };
  if (isSameRecord(base, theirs)) return { kind: 'ours', merged: ours };
  const { record, conflicts } = mergeRecords(base, theirs, ours);
  if (conflicts.length > 0) return { kind: 'conflict', merged: record, conflicts };
  return { kind: 'both', merged: record };
}

export function isSameRecord(a: JsonObject | null, b: JsonObject | null): boolean {
  return sameJson(a ?? undefined, b ?? undefined);
}

/** Returns a stored legacy record without the fields that cannot be stored in the repository's file. */
export function recordForFile({ legacy }: WithLegacyForm, name: string, record: LegacyRecord): JsonObject {
  if (!isCsv(legacy)) return record;
  return { ...Object.fromEntries(Object.entries(record).filter(([key]) => csvKeys.has(key))), name };
}

/** Returns the v2 record for the registry, made from the model's record in the repository. */
export function toV2Record(
  definition: WithLegacyForm,
  { name, row }: { readonly name: string; readonly row: ModelRow | null },
  record: JsonObject,
  baselines: KnownBaselines,
): ModelRecord {
  const live = row ? viewsOf(row) : null;
  const completeRecord = {
    ...record,
    ...pickFieldsOutsideFile(definition, live?.legacy ?? null),
  } as LegacyRecord;
  return definition.legacy.toV2(name, completeRecord, live?.v2 ?? null, baselines);
}

/**
 * Returns the fields of a stored legacy record that cannot be stored in the repository's file. Changes to the
 * file leave these fields unchanged.
 */
function pickFieldsOutsideFile({ legacy }: WithLegacyForm, record: LegacyRecord | null): JsonObject {
  if (!isCsv(legacy) || record === null) return {};
  return Object.fromEntries(Object.entries(record).filter(([key]) => !csvKeys.has(key)));
}

/** Matches whitespace, control characters and zero-width characters at either end of a text. */
const outerBlanks =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/gu;
const fields = ['file_name', 'file_url', 'path', 'sha256sum'];

/**
 * Returns a record without whitespace around the names, URLs and hashes of its files. The bridge ignores such
 * whitespace and does not copy it.
 */
function trimFiles(record: JsonObject): JsonObject {
  const { config } = record;
  if (!isJsonObject(config)) return record;
  const trimmedConfig = Object.entries(config).map(([key, value]) => [
    key,
    (key === 'files' || key === 'download') && Array.isArray(value) ? value.map(trimFile) : value,
  ]);
  return { ...record, config: Object.fromEntries(trimmedConfig) };
}

function trimFile(file: JsonValue): JsonValue {
  if (!isJsonObject(file)) return file;
  const values = Object.entries(file).map(([key, value]) => [
    key,
    fields.includes(key) && typeof value === 'string' ? value.replace(outerBlanks, '') : value,
  ]);
  return Object.fromEntries(values);
}

/**
 * A field that both sides have changed to different values. A value is absent if that side, or the base, does
 * not have the field.
 */
interface FieldConflict {
  /** Dotted path of the field. Empty if one side has removed the whole record. */
  readonly path: string;
  readonly base?: JsonValue;
  readonly theirs?: JsonValue;
  readonly ours?: JsonValue;
}

/**
 * Merges the two sides of one record. Objects are merged field by field; arrays are replaced completely. In a
 * conflict, the merged record gets the value of `theirs`.
 *
 * @param base the record on which both sides last agreed; null if there was none
 */
function mergeRecords(base: JsonObject | null, theirs: JsonObject | null, ours: JsonObject | null) {
  const conflicts: FieldConflict[] = [];
  const mergedRecord = mergeValues(base ?? undefined, theirs ?? undefined, ours ?? undefined, '', conflicts);
  return { record: isJsonObject(mergedRecord) ? mergedRecord : null, conflicts };
}

type FieldValue = JsonValue | undefined;

function mergeValues(
  base: FieldValue,
  theirs: FieldValue,
  ours: FieldValue,
  path: string,
  conflicts: FieldConflict[],
): FieldValue {
  // If both are equal, returns `ours`, because it keeps the key order of earlier reads.
  if (sameJson(theirs, ours)) return ours;
  if (sameJson(base, theirs)) return ours;
  if (sameJson(base, ours)) return theirs;
  if (isJsonObject(theirs) && isJsonObject(ours) && (base === undefined || isJsonObject(base))) {
    return mergeObjects(base ?? {}, theirs, ours, path, conflicts);
  }
  conflicts.push({
    path,
    ...(base !== undefined && { base }),
    ...(theirs !== undefined && { theirs }),
    ...(ours !== undefined && { ours }),
  });
  return theirs;
}

function mergeObjects(
  base: JsonObject,
  theirs: JsonObject,
  ours: JsonObject,
  path: string,
  conflicts: FieldConflict[],
): JsonObject {
  const members: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const memberPath = path === '' ? key : `${path}.${key}`;
    const value = mergeValues(
      ownValue(base, key),
      ownValue(theirs, key),
      ownValue(ours, key),
      memberPath,
      conflicts,
    );
    if (value !== undefined) members.push([key, value]);
  }
  return Object.fromEntries(members);
}

function ownValue(object: JsonObject, key: string): FieldValue {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
