/** The values in the URL's query, by key. A repeated key has a list of values. */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(search: string): RawSearch {
  // No prototype, so that `constructor` is an ordinary key.
  const raw: RawSearch = Object.create(null);
  for (const [key, value] of new URLSearchParams(search)) {
    const known = raw[key];
    raw[key] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value];
  }
  return { ...raw };
}

/**
 * Returns the URL's query for a page's state, with a leading `?`. Omits empty values. If no value is left,
 * returns an empty text. Slashes, colons and commas are not escaped.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null || item === '' || item === false) continue;
      params.append(key, item === true ? '1' : String(item));
    }
  }
  const text = params.toString().replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * Converts a value from the URL, or from a link in the console, to a text. For a list, uses the first value.
 * A number becomes a text. Returns undefined for an empty text and for any other value. The router's
 * `validateSearch` uses this function and the readers below, all of which return undefined for invalid
 * values.
 */
export function text(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== ''
    ? first
    : typeof first === 'number'
      ? String(first)
      : undefined;
}

export function list(value: unknown): string[] | undefined {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
  return items.length > 0 ? [...new Set(items)] : undefined;
}

export function flag(value: unknown): true | undefined {
  return value === true || value === '1' || value === 'true' ? true : undefined;
}

export function number(value: unknown): number | undefined {
  const given = text(value);
  const parsed = given === undefined ? Number.NaN : Number(given);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function oneOf<const T extends string>(allowed: readonly T[]): (value: unknown) => T | undefined {
  return (value) => allowed.find((item) => item === text(value));
}
