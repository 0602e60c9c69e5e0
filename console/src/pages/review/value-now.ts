import type { ReviewedChange } from '../../api/review-types.ts';

/** Largest number of characters of a value in a line. */
const longestShown = 40;

/**
 * Writes a field with the value that the change gives it: `nsfw: yes`, `baseline: flux_1`. Leaves out a long
 * value.
 */
export function fieldNow({ payload, operation }: ReviewedChange, path: string): string {
  const text = operation === 'delete' ? undefined : shortText(valueAtPath(payload, path));
  return text === undefined ? path : `${path}: ${text}`;
}

/** Gives the value at a dotted path. Keys may contain dots: the longest key that matches is followed. */
function valueAtPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(value, key)) {
      return valueAtPath((value as Record<string, unknown>)[key], path.slice(dot + 1));
    }
  }
  return undefined;
}

function shortText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= longestShown ? value : undefined;
}
