/** The values in the URL's query, by key. A key that occurs several times has a list of values. */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(search: string): RawSearch {
  // Without a prototype: `constructor` is a key like others.
  const raw: RawSearch = Object.create(null);
  for (const [key, value] of new URLSearchParams(search)) {
    const known = raw[key];
    raw[key] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value];
  }
  return { ...raw };
}

/**
 * Returns the URL's query for a page's state, with `?` in front. Omits empty values; the query is empty when
 * there are no others. Slashes, colons and commas stay readable.
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
 * Reads a value of the URL, or of a link in the console, as a text. Takes the first value of a list, and
 * turns a number into a text. Returns undefined for an empty text, and for every other value. The router's
 * `validateSearch` uses this function and the readers below; these give undefined for what they cannot use.
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
