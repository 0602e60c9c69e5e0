/** The values in the URL's query, by key. A repeated key has a list of values. */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(search: string): RawSearch {
  // No prototype, so that `constructor` is an ordinary key.
  const raw: RawSearch = Object.create(null);
  for (const [key, value] of new URLSearchParams(search)) {
    const previousValue = raw[key];
    raw[key] =
      previousValue === undefined
        ? value
        : Array.isArray(previousValue)
          ? [...previousValue, value]
          : [previousValue, value];
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
 * Reads a text from a search parameter, which comes from the URL or from a link in the console. Uses the
 * first value of a list, and converts a number to a text. Returns undefined for an empty text and for any
 * other value. The router's `validateSearch` calls this function and the readers below; all of them return
 * undefined for an invalid value.
 */
export function readText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== ''
    ? first
    : typeof first === 'number'
      ? String(first)
      : undefined;
}

export function readList(value: unknown): string[] | undefined {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
  return items.length > 0 ? [...new Set(items)] : undefined;
}

export function readFlag(value: unknown): true | undefined {
  return value === true || value === '1' || value === 'true' ? true : undefined;
}

export function readNumber(value: unknown): number | undefined {
  const givenText = readText(value);
  const parsed = givenText === undefined ? Number.NaN : Number(givenText);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function createOneOfReader<const T extends string>(
  allowed: readonly T[],
): (value: unknown) => T | undefined {
  return (value) => allowed.find((item) => item === readText(value));
}
