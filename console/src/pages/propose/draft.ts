import { isObject } from './record-fields.ts';

export type Step = string | number;
export type Path = readonly Step[];

/** Returns a path as text, such as `config.download.0.file_url`. */
export function pathText(path: Path): string {
  return path.join('.');
}

export function getValueAt(value: unknown, path: Path): unknown {
  let inner = value;
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Object.hasOwn(inner, step) ? (inner as Record<Step, unknown>)[step] : undefined;
  }
  return inner;
}

/**
 * Returns a copy of `value` with `next` at the path. If `next` is undefined, the object member at the path is
 * removed.
 */
export function setValueAt(value: unknown, path: Path, newValue: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return newValue;
  const inner = setValueAt(getValueAt(value, [step]), rest, newValue);
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[step] = inner;
    return items;
  }
  const { [step]: _, ...others } = isObject(value) ? value : {};
  if (inner === undefined) return others;
  // Replaces the member in place, to keep the order of keys.
  return isObject(value) && step in value ? { ...value, [step]: inner } : { ...others, [step]: inner };
}

/**
 * Returns whether two values are equal as JSON. The order of members is ignored, and null equals a missing
 * value.
 */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (isNullish(a) || isNullish(b)) return isNullish(a) && isNullish(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isEqualJson(item, b[index]))
    );
  }
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqualJson(a[key], b[key]));
  }
  return a === b;
}

function isNullish(value: unknown): boolean {
  return value === undefined || value === null;
}

type Draft = Readonly<Record<string, unknown>>;

/**
 * Rebases the user's edits on a newer record: returns `newer` with the values of `draft` in the edited
 * fields, which are those that differ between `base` and `draft`.
 */
export function rebaseDraft(base: Draft, draft: Draft, newer: Draft): Draft {
  const editedKeys = [...new Set([...Object.keys(base), ...Object.keys(draft)])].filter(
    (key) => !isEqualJson(base[key], draft[key]),
  );
  return editedKeys.reduce<Draft>((record, key) => setValueAt(record, [key], draft[key]) as Draft, newer);
}
