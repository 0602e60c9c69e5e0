import type { FieldDiff } from '../../api/types.ts';

/** Gives the fields of a record as pairs of dotted path and value. A list is one field with one value. */
function fieldsOf(value: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? fieldsOf(inner, `${prefix}${key}.`)
      : [[prefix + key, inner]],
  );
}

/**
 * Compares two records. `diffs` are the fields that differ, in their order; `same` are the paths of the equal
 * fields.
 */
export function recordDifferences(one: object, other: object): { diffs: FieldDiff[]; same: string[] } {
  const [before, after] = [new Map(fieldsOf(one)), new Map(fieldsOf(other))];
  const diffs: FieldDiff[] = [];
  const same: string[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old_value, new_value] = [before.get(path), after.get(path)];
    if (JSON.stringify(old_value) === JSON.stringify(new_value)) same.push(path);
    else {
      const change_type = !before.has(path) ? 'added' : after.has(path) ? 'modified' : 'removed';
      diffs.push({ field_path: path, change_type, old_value, new_value } as FieldDiff);
    }
  }
  return { diffs, same };
}
