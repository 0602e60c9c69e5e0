import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { sameJson } from '../kernel/same-json.ts';
import type { CanonicalFormat, CategoryDefinition } from './categories/category.ts';
import { type ModelViews, showStoredRecord } from './model-views.ts';

/** One path at which the values of two records differ. Null represents an absent value. */
export const fieldDiff = z
  .object({
    field_path: z.string().meta({ description: 'Keys joined by dots. Arrays are compared as a whole.' }),
    old_value: z.custom<JsonValue>().meta({ description: 'Null if the field was absent.' }),
    new_value: z.custom<JsonValue>().meta({ description: 'Null if the field is absent.' }),
    change_type: z
      .enum(['added', 'removed', 'modified'])
      .meta({ id: 'FieldChangeType', description: 'The change of a field.' }),
  })
  .meta({ id: 'FieldDiff', description: 'One field that differs.' });
export type FieldDiff = z.infer<typeof fieldDiff>;

/** The paths of the fields that the server sets. Diffs ignore them. */
const serverManaged: ReadonlySet<string> = new Set([
  'metadata.created_at',
  'metadata.updated_at',
  'metadata.created_by',
  'metadata.updated_by',
]);
/**
 * The paths of a model's files, in v2 and in legacy records. They are critical in every category: reviewers
 * must not overlook a changed download.
 */
const alwaysCritical = ['config.download', 'config.files'];

/**
 * Returns the leaves in which two records differ. Null in place of a record means that it does not exist.
 *
 * Objects are compared member by member, arrays as single values. A null member counts as absent. An empty
 * object has no leaves, so adding one is no difference. Times and authors set by the server are ignored. The
 * leaves are sorted by key when both records exist; otherwise they have the order of the existing record.
 */
export function diffRecords(
  currentRecord: JsonObject | null,
  proposedRecord: JsonObject | null,
): FieldDiff[] {
  const isSorted = currentRecord !== null && proposedRecord !== null;
  return [...diffLeaves('', currentRecord, proposedRecord, isSorted)].filter(
    (diff) => !serverManaged.has(diff.field_path),
  );
}

function* diffLeaves(
  path: string,
  oldValue: JsonValue | undefined,
  newValue: JsonValue | undefined,
  isSorted: boolean,
): Generator<FieldDiff> {
  const [before, after] = [oldValue ?? null, newValue ?? null];
  if (before === null && after === null) return;
  const keys = listKeys(before, after);
  if (keys) {
    for (const key of isSorted ? keys.sort() : keys) {
      const memberPath = path === '' ? key : `${path}.${key}`;
      yield* diffLeaves(memberPath, readMember(before, key), readMember(after, key), isSorted);
    }
    return;
  }
  if (sameJson(before, after)) return;
  const change_type = before === null ? 'added' : after === null ? 'removed' : 'modified';
  yield { field_path: path, old_value: before, new_value: after, change_type };
}

/**
 * Returns the combined keys of two values when both are objects, or one is an object and the other is null.
 * Returns null otherwise: the values are then compared as single values.
 */
function listKeys(before: JsonValue, after: JsonValue): string[] | null {
  const sides = [before, after].filter((side) => side !== null);
  if (!sides.every(isJsonObject)) return null;
  return [...new Set(sides.flatMap((side) => Object.keys(side)))];
}

function readMember(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Returns the paths of the differences that reviewers must not overlook: in downloads, in the category's
 * critical fields, and in fields below them.
 */
export function filterCriticalPaths(
  diffs: readonly FieldDiff[],
  criticalFields: readonly string[],
): string[] {
  const fields = [...alwaysCritical, ...criticalFields];
  const isCritical = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  return diffs.map(({ field_path }) => field_path).filter(isCritical);
}

/**
 * Returns the differences that a write makes to the model in the other format: in the legacy format for a v2
 * write, in v2 for a legacy write.
 */
export function diffCounterparts(
  definition: CategoryDefinition,
  name: string,
  format: CanonicalFormat,
  before: ModelViews | null,
  after: ModelViews | null,
): FieldDiff[] {
  const otherFormat = format === 'v2' ? 'legacy' : 'v2';
  const readCounterpart = (views: ModelViews | null) => {
    const storedView = views?.[otherFormat] ?? null;
    return storedView && showStoredRecord(definition, name, otherFormat, storedView);
  };
  return diffRecords(readCounterpart(before), readCounterpart(after));
}

/**
 * Returns the dotted paths of the critical differences, which reviewers must not overlook. Uses `diffs`, the
 * differences in the format of the write. Only if none of them is critical, uses `counterpart`, the
 * differences in the other format. Using both would list most changes twice.
 */
export function listCriticalPaths(
  definition: CategoryDefinition,
  format: CanonicalFormat,
  diffs: readonly FieldDiff[],
  counterpart: readonly FieldDiff[],
): string[] {
  const ownPaths = filterCriticalPaths(diffs, criticalFieldsOf(definition, format));
  if (ownPaths.length > 0) return ownPaths;
  return filterCriticalPaths(counterpart, criticalFieldsOf(definition, format === 'v2' ? 'legacy' : 'v2'));
}

/**
 * Returns the dotted paths of a category's critical fields in records of this format. Reviewers must not
 * overlook changes of these fields.
 */
export function criticalFieldsOf(definition: CategoryDefinition, format: CanonicalFormat): readonly string[] {
  return format === 'legacy' && definition.legacy
    ? definition.legacy.criticalFields
    : definition.criticalFields;
}

/** Returns `{old, new}` for every top-level key whose value differs; null represents an absent value. */
export function createDelta(before: JsonObject, after: JsonObject): JsonObject {
  const delta: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [oldValue, newValue] = [readMember(before, key) ?? null, readMember(after, key) ?? null];
    if (!sameJson(oldValue, newValue)) delta.push([key, { old: oldValue, new: newValue }]);
  }
  return Object.fromEntries(delta);
}
