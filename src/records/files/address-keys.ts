/**
 * Query parameters with personal keys at hosts of models. They are refused for every host: mirrors and
 * redirects accept them too.
 */
const keyParameters = ['token', 'api_key', 'apikey', 'access_token', 'hf_token'];

const keyParameter = new RegExp(`[?&;#](${keyParameters.join('|')})(?:\\[[^\\]&=]{0,40}\\])?=[^&;#\\s]`, 'i');
/**
 * Matches the user in an http(s) URL, and the user with a password in any other URL. All repetitions are
 * bounded, so that matching takes linear time.
 */
const userInfo =
  /(\bhttps?:[\\/]{0,9}|(?:^|\s)[\\/]{2})[^\s\\/?#@]{1,999}@|(\b[a-z][a-z0-9+.-]{0,20}:[\\/]{2})[^\s\\/?#@:]{0,999}:[^\s\\/?#@]{1,999}@/i;

/** Maximum number of percent-encodings of a nested URL that are decoded. */
const maxDecodings = 5;

/**
 * Finds a key in a text that is or contains a URL: a personal key in a query parameter or the fragment, a
 * user, or a password. Also finds percent-encoded keys, and keys in a URL that is a parameter of another one.
 *
 * @returns a description without the key's value, such as `the parameter 'token'`; null when there is no key
 */
export function findKey(text: string): string | null {
  if (!/[=@%]/.test(text)) return null;
  // URL parsers ignore these characters.
  let decodedText = text.replace(/[\t\r\n]/g, '');
  for (let decodings = 0; decodings <= maxDecodings; decodings += 1) {
    const name = keyParameter.exec(decodedText)?.[1];
    if (name !== undefined) return `the parameter '${name.toLowerCase()}'`;
    if (userInfo.test(decodedText) || hasPassword(decodedText)) return 'a user or a password';
    const nextText = decodedText.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (nextText === decodedText) break;
    decodedText = nextText;
  }
  return null;
}

/**
 * Returns whether the text is a URL with a password. Detects passwords that `userInfo` does not match, such
 * as one with a blank.
 */
function hasPassword(text: string): boolean {
  const address = text.includes('@') ? URL.parse(text.trim()) : null;
  return address !== null && address.password !== '';
}

/** The location of a key in a JSON value, and its description (see `findKey`). */
export interface FoundKey {
  /** Object keys and array indexes that lead to the text, outermost first. They contain no secrets. */
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** Maximum depth to which a value is searched. */
const maxDepth = 100;

/** Finds the keys in all texts of a JSON value, including member names; returns at most `maxKeys`. */
export function findKeys(value: unknown, maxKeys: number): FoundKey[] {
  const keys: FoundKey[] = [];
  const collectKeys = (part: unknown, path: FoundKey['path']): void => {
    if (keys.length >= maxKeys || path.length > maxDepth) return;
    if (typeof part === 'string') {
      const key = findKey(part);
      if (key !== null) keys.push({ path, key });
    } else if (Array.isArray(part)) {
      for (let index = 0; index < part.length; index += 1) collectKeys(part[index], [...path, index]);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, member] of Object.entries(part)) {
        collectKeys(name, path);
        if (findKey(name) === null) collectKeys(member, [...path, name]);
      }
    }
  };
  collectKeys(value, []);
  return keys;
}

/**
 * Removes the keys from the URLs in a text and leaves the rest unchanged. If a key cannot be removed alone,
 * removes the query of the URL. If that is not enough, returns an empty text.
 */
export function removeKeysFromText(text: string): string {
  if (findKey(text) === null) return text;
  const cleanedText = text
    .split(/(\s+)/)
    .map((word) => (findKey(word) === null ? word : removeKeysFromUrl(word)))
    .join('');
  return findKey(cleanedText) === null ? cleanedText : '';
}

function removeKeysFromUrl(word: string): string {
  const address = word.replace(userInfo, '$1$2');
  const [urlWithoutFragment = '', fragment] = splitAt(address, '#');
  const [path = '', query] = splitAt(urlWithoutFragment, '?');
  const parameters = query?.split('&').filter((each) => findKey(`?${each}`) === null) ?? [];
  const cleanedUrl = parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
  return fragment === undefined || findKey(`#${fragment}`) !== null
    ? cleanedUrl
    : `${cleanedUrl}#${fragment}`;
}

function splitAt(text: string, mark: string): [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Removes the keys from all URLs in a JSON value (see `removeKeysFromText`). */
export function removeKeysFromValue<T>(value: T): T {
  if (typeof value === 'string') return removeKeysFromText(value) as T;
  if (Array.isArray(value)) return value.map(removeKeysFromValue) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, removeKeysFromValue(member)]),
  ) as T;
}
