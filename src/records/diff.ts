import { isJsonObject, type JsonObject, type JsonValue } from '../kernel/json.ts';
import { sameJson } from '../kernel/same-json.ts';

/** One path at which the values of two records differ. Null stands for a value that a record lacks. */
export type FieldDiff = {
  /** Keys joined by dots: `config.download`. */
  field_path: string;
  old_value: JsonValue;
  new_value: JsonValue;
  change_type: 'added' | 'removed' | 'modified';
};

/** The paths of the fields that the server itself sets. Differences in them are not shown. */
const serverManaged: ReadonlySet<string> = new Set([
  'metadata.created_at',
  'metadata.updated_at',
  'metadata.created_by',
  'metadata.updated_by',
]);
/**
 * The paths of a model's files, in v2 and in legacy records. They are critical in every category, because a
 * reviewer must not overlook that a download changes.
 */
const alwaysCritical = ['config.download', 'config.files'];

/**
 * Lists the leaves in which two records differ. Null in place of a record means that it does not exist.
 *
 * Objects are compared member by member, arrays as a whole. A member that is null counts as absent. An empty
 * object has no leaves, so to add one is no difference. The times and authors that the server stamps are left
 * out. The leaves are sorted by key when both records exist; otherwise they have the order of the one record.
 */
export function diffRecords(current: JsonObject | null, proposed: JsonObject | null): FieldDiff[] {
  const sorted = current !== null && proposed !== null;
  return [...leaves('', current, proposed, sorted)].filter((diff) => !serverManaged.has(diff.field_path));
}

function* leaves(
  path: string,
  old: JsonValue | undefined,
  now: JsonValue | undefined,
  sorted: boolean,
): Generator<FieldDiff> {
  const [before, after] = [old ?? null, now ?? null];
  if (before === null && after === null) return;
  const members = membersOf(before, after);
  if (members) {
    for (const key of sorted ? members.sort() : members) {
      const at = path === '' ? key : `${path}.${key}`;
      yield* leaves(at, member(before, key), member(after, key), sorted);
    }
    return;
  }
  if (sameJson(before, after)) return;
  const change_type = before === null ? 'added' : after === null ? 'removed' : 'modified';
  yield { field_path: path, old_value: before, new_value: after, change_type };
}

/**
 * Gives the keys of two values together when both are objects, or when one is an object and the other is
 * null. Gives null otherwise: then the values are compared as a whole.
 */
function membersOf(before: JsonValue, after: JsonValue): string[] | null {
  const sides = [before, after].filter((side) => side !== null);
  if (!sides.every(isJsonObject)) return null;
  return [...new Set(sides.flatMap((side) => Object.keys(side)))];
}

function member(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Gives the paths of the differences that a reviewer must not overlook: those of downloads, of the category's
 * critical fields, and of fields below them.
 */
export function criticalPaths(diffs: readonly FieldDiff[], criticalFields: readonly string[]): string[] {
  const fields = [...alwaysCritical, ...criticalFields];
  const isCritical = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  return diffs.map(({ field_path }) => field_path).filter(isCritical);
}

/** Gives `{old, new}` for every top-level key whose value differs; null stands for an absent value. */
export function recordDelta(before: JsonObject, after: JsonObject): JsonObject {
  const delta: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [member(before, key) ?? null, member(after, key) ?? null];
    if (!sameJson(old, now)) delta.push([key, { old, new: now }]);
  }
  return Object.fromEntries(delta);
}
