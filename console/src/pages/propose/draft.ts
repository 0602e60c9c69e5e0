import { isObject } from './record-fields.ts';

export type Step = string | number;
export type Path = readonly Step[];

/** `config.download.0.file_url`: how a path is written, and part of the id of its control. */
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

/** A copy with another value at the path. `undefined` takes the member of an object away. */
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
  // In its place, so that a record keeps the order of its keys.
  return isObject(value) && step in value ? { ...value, [step]: inner } : { ...others, [step]: inner };
}

/** Equal as JSON: the order of members aside, null as good as absent. */
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

/** What was edited from `base` to `draft`, laid over a newer record field by field. */
export function rebased(base: Draft, draft: Draft, newer: Draft): Draft {
  const edited = [...new Set([...Object.keys(base), ...Object.keys(draft)])].filter(
    (key) => !sameJson(base[key], draft[key]),
  );
  return edited.reduce<Draft>((record, key) => withValueAt(record, [key], draft[key]) as Draft, newer);
}
