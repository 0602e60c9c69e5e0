import { isObject } from './record-fields.ts';

export type Step = string | number;
export type Path = readonly Step[];

/** Returns a path as text, such as `config.download.0.file_url`. */
export function pathText(path: Path): string {
  return path.join('.');
}

export function valueAt(value: unknown, path: Path): unknown {
  let inner = value;
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Object.hasOwn(inner, step) ? (inner as Record<Step, unknown>)[step] : undefined;
  }
  return inner;
}

/**
 * Returns a copy of `value` in which the value at the path is `next`. When `next` is undefined and the path
 * ends at an object's member, the copy lacks this member.
 */
export function withValueAt(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  const inner = withValueAt(valueAt(value, [step]), rest, next);
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[step] = inner;
    return items;
  }
  const { [step]: _, ...others } = isObject(value) ? value : {};
  if (inner === undefined) return others;
  // Replaced in its place, so that a record keeps the order of its keys.
  return isObject(value) && step in value ? { ...value, [step]: inner } : { ...others, [step]: inner };
}

/**
 * Returns whether two values are the same JSON. The order of members does not matter, and a null counts as a
 * missing value.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameJson(item, b[index]))
    );
  }
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameJson(a[key], b[key]));
  }
  return a === b;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

type Draft = Readonly<Record<string, unknown>>;

/**
 * Moves the user's edits from an older record to a newer one: gives `newer` with the value from `draft` for
 * each field that the user edited. Edited are the fields that differ between `base`, the older record, and
 * `draft`.
 */
export function rebased(base: Draft, draft: Draft, newer: Draft): Draft {
  const edited = [...new Set([...Object.keys(base), ...Object.keys(draft)])].filter(
    (key) => !sameJson(base[key], draft[key]),
  );
  return edited.reduce<Draft>((record, key) => withValueAt(record, [key], draft[key]) as Draft, newer);
}
