/** A type of setting: parses, validates and displays its values. */
export interface Kind<T> {
  /** The description of the allowed texts. Error messages end with `allowed: ` and this description. */
  readonly allowed: string;
  /** @throws InvalidSetting when the text is not allowed */
  read(text: string): T;
  /** Returns the value as text for the documentation and `check-config`; hides secrets. */
  show(value: T): string;
  /** Returns a refused text for error messages; hides secrets. */
  mask(text: string): string;
}

/**
 * Thrown for a text that a kind does not allow. The message is the reason, or empty. In the error message,
 * the reason precedes `allowed: …`.
 */
export class InvalidSetting extends Error {}

/**
 * Creates a kind of setting. By default, values and refused texts are shown in full. `overrides` may contain
 * another `show` or `mask`.
 */
export function kind<T>(
  allowed: string,
  read: (text: string) => T,
  overrides: Partial<Kind<T>> = {},
): Kind<T> {
  return { allowed, read, show: (value) => String(value), mask: (text) => text, ...overrides };
}

export const trueOrFalse: Kind<boolean> = kind('true or false (also yes/no, on/off, 1/0)', (text) => {
  const value = booleans[text.toLowerCase()];
  if (value === undefined) throw new InvalidSetting();
  return value;
});

const booleans: Readonly<Record<string, boolean>> = {
  true: true, yes: true, on: true, t: true, y: true, '1': true,
  false: false, no: false, off: false, f: false, n: false, '0': false,
}; // biome-ignore format: one line per meaning

export function wholeNumber(min: number, max: number): Kind<number> {
  return kind(`a whole number from ${min} to ${max}`, (text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text) || value < min || value > max) throw new InvalidSetting();
    return value;
  });
}

export function decimalNumber(min: number, max: number): Kind<number> {
  return kind(`a number from ${min} to ${max}`, (text) => {
    const value = Number(text);
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || value < min || value > max)
      throw new InvalidSetting();
    return value;
  });
}

/**
 * Creates a kind that allows only these words, case-insensitively. The value is the word as spelled in
 * `words`.
 */
export function oneOf<const W extends string>(...words: readonly W[]): Kind<W> {
  return kind(`${words.join(', ')} (any letter case)`, (text) => {
    const match = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (match === undefined) throw new InvalidSetting();
    return match;
  });
}

export function text(allowed: string, pattern: RegExp): Kind<string> {
  return kind(allowed, (value) => {
    if (!pattern.test(value)) throw new InvalidSetting();
    return value;
  });
}

/** A number of seconds, at most one day. */
export const seconds = decimalNumber(0, 86_400);
/** A timeout in seconds. */
export const timeOut = decimalNumber(0.1, 600);

export const httpUrl: Kind<string> = kind(
  'an http:// or https:// URL without user, query or fragment',
  baseUrl,
  {
    mask: redactPassword,
  },
);

/**
 * Validates an http(s) base URL and removes trailing slashes.
 *
 * @throws InvalidSetting when the text is not such a URL
 */
export function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new InvalidSetting();
  }
  return value.replace(/\/+$/, '');
}

/** A token that the service sends to another host to identify itself; never shown. */
export const hostToken = secret(text('a token: printable characters without spaces', /^[!-~]+$/));

/** Creates a kind whose values are shown as `***`, in error messages too. */
export function secret(kind: Kind<string>): Kind<string> {
  return { ...kind, show: () => '***', mask: () => '***' };
}

export function redactPassword(value: string): string {
  // Masks up to the last @, because a password may contain an unescaped /. Without an @, a part that is not a
  // port may be the start of a password, because a .env file ends a value at a #.
  return value
    .replace(/\/\/([^/@]*?):.*@/s, '//$1:***@')
    .replace(/^(\w+:\/\/[^/@:[]*):(?!\d{0,5}(?:[,/?#]|$))[^@]*$/, '$1:***');
}

/**
 * Creates a kind of lists, written as JSON (`["a","b"]`) or separated by commas. Items are trimmed; empty
 * ones are dropped.
 *
 * @param check throws InvalidSetting for an item that is not allowed
 */
export function listOf(description: string, check: (item: string) => void): Kind<readonly string[]> {
  return kind(
    `${description}, as a JSON list or separated by commas`,
    (value) => {
      const items = listItems(value);
      for (const item of items) check(item);
      return Object.freeze(items);
    },
    { show: (items) => (items.length === 0 ? '(none)' : items.join(',')) },
  );
}

/**
 * Creates a kind of lists that contain only these words, case-insensitively. Each word occurs once in the
 * value, as spelled in `words`.
 */
export function someOf<const W extends string>(...words: readonly W[]): Kind<readonly W[]> {
  const wordKind = oneOf(...words);
  const list = listOf(`any of ${words.join(', ')}`, (item) => void wordKind.read(item));
  return { ...list, read: (text) => Object.freeze([...new Set(list.read(text).map(wordKind.read))]) };
}

function listItems(value: string): string[] {
  const rawItems = value.startsWith('[') ? jsonArray(value) : value.split(',');
  return rawItems
    .map((item) => {
      if (typeof item === 'number' && !Number.isSafeInteger(item))
        throw new InvalidSetting(
          'numbers in the list must be integers; integers above 9007199254740991 must be quoted',
        );
      if (typeof item !== 'string' && typeof item !== 'number')
        throw new InvalidSetting(`items of the list must be strings; found ${JSON.stringify(item)}`);
      return String(item).trim();
    })
    .filter((item) => item !== '');
}

/** @throws InvalidSetting when the text is not a JSON list */
export function jsonArray(value: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // throws below
  }
  throw new InvalidSetting('expected a JSON list');
}
