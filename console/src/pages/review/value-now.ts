import type { ReviewedChange } from '../../api/review-types.ts';

/** Largest number of characters of a text that `formatNewValue` shows. */
const maxShownLength = 40;

/**
 * Returns a field with its new value, such as `NSFW turns on` or `baseline: flux_1`. Returns only the field's
 * path for a long text, a list or an object, and for a deletion.
 */
export function formatNewValue({ payload, operation }: ReviewedChange, path: string): string {
  const value = operation === 'delete' ? undefined : getValueAtPath(payload, path);
  if (path === 'nsfw' && operation === 'update' && typeof value === 'boolean')
    return `NSFW turns ${value ? 'on' : 'off'}`;
  const text = formatShortValue(value);
  return text === undefined ? path : `${path}: ${text}`;
}

/**
 * Returns the value at a dotted path; undefined if there is none. A key may itself contain dots: at each
 * step, the longest existing key is used.
 */
function getValueAtPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(value, key)) {
      return getValueAtPath((value as Record<string, unknown>)[key], path.slice(dot + 1));
    }
  }
  return undefined;
}

function formatShortValue(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= maxShownLength ? value : undefined;
}
