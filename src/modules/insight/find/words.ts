import { foldName } from '../../../records/model-name.ts';

/** A text in the form that `findDegree` searches. */
export interface SearchableText {
  /** The letters and digits of the text, in lower case, without accents and spaces: `dreamshaperxl10`. */
  readonly text: string;
  /** Offsets in `text`, ascending: the start of each word, and the end of `text`. */
  readonly bounds: readonly number[];
}

/** A word to search for: its letters and digits, and the rules for matching it. */
export interface SearchWord {
  readonly text: string;
  readonly mayHaveTypo: boolean;
  /**
   * Whether a match may start inside a word of the searched text; false for `3b`, which must not match `13b`.
   */
  readonly mayBeInside: boolean;
  /**
   * Whether a match may span several words of the searched text, as `dreamshaper` spans `Dream Shaper`; false
   * for `15`, which must not match `1.5`.
   */
  readonly mayCross: boolean;
}

/** A word of a query. Words are separated by whitespace. */
export interface QueryWord {
  /** The word's letters and digits, joined, such as `v15` for `v1.5`. */
  readonly joined: SearchWord;
  /** The parts of the word as `splitWords` returns them, such as `v`, `1`, `5`. */
  readonly parts: readonly SearchWord[];
}

/**
 * The kinds of matches; a lower number is better: a whole word, the beginning of a word, inside a word, or
 * with a typo.
 */
export const degrees = { whole: 0, beginning: 1, inside: 2, typo: 3 } as const;
export type Degree = (typeof degrees)[keyof typeof degrees];

/**
 * Maximum number of consecutive words of a text that a search word with a typo may match together:
 * `dreamshapr` matches `dream shaper`.
 */
const maxJoinedWords = 3;
/** Minimum length of a search word for which one typo is tolerated. */
const minTypoLength = 5;
/** Minimum length of a search word that may match in the middle of another word. */
const minInnerMatchLength = 3;

/**
 * Splits a text into words: at all characters other than letters and digits, and between letters and digits.
 * Removes combining marks.
 */
export function splitWords(text: string): string[] {
  const foldedText = foldName(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
  return foldedText.match(/\p{L}+|\p{N}+/gu) ?? [];
}

export function parseWords(text: string): SearchableText {
  const bounds = [0];
  let joinedText = '';
  for (const word of splitWords(text)) {
    joinedText += word;
    bounds.push(joinedText.length);
  }
  return { text: joinedText, bounds };
}

/** Splits a query into its words, without duplicates. */
export function parseQueryWords(query: string): QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const chunk of query.split(/\s+/)) {
    const parts = splitWords(chunk);
    const joinedText = parts.join('');
    if (joinedText !== '')
      words.set(joinedText, {
        joined: createSearchWord(joinedText, parts.length > 1),
        parts: parts.map((part) => createSearchWord(part)),
      });
  }
  return [...words.values()];
}

/**
 * Determines how a word may match. A word that starts with a digit matches only at the beginning of a word. A
 * word with a digit tolerates no typo.
 * @param text the letters and digits of the word
 * @param isJoined whether the text consists of several joined words
 */
export function createSearchWord(text: string, isJoined = false): SearchWord {
  return {
    text,
    mayHaveTypo: text.length >= minTypoLength && /^\p{L}+$/u.test(text),
    mayBeInside: /^\p{L}/u.test(text),
    mayCross: isJoined || /\P{N}/u.test(text),
  };
}

/** Returns the kind of the best match of a word in a text; null if it does not match. */
export function findDegree(
  { text: word, mayHaveTypo, mayBeInside, mayCross }: SearchWord,
  { text, bounds }: SearchableText,
): Degree | null {
  let bestDegree: Degree | null = null;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!mayCross && bounds.some((bound) => bound > at && bound < at + word.length)) continue;
    const startsWord = bounds.includes(at);
    const endsWord = bounds.includes(at + word.length);
    if (startsWord && endsWord) return degrees.whole;
    if (startsWord) bestDegree = degrees.beginning;
    else if (mayBeInside && (word.length >= minInnerMatchLength || isEndOfWord(at, word.length, bounds)))
      bestDegree ??= degrees.inside;
  }
  if (bestDegree === null && mayHaveTypo && matchesWithTypo(word, text, bounds)) return degrees.typo;
  return bestDegree;
}

/**
 * Returns whether a match of at least two characters ends at the end of a word of the text, as `xl` in
 * `sdxl`.
 */
function isEndOfWord(at: number, length: number, bounds: readonly number[]): boolean {
  return length > 1 && bounds.find((bound) => bound > at) === at + length;
}

/**
 * Returns whether a word of the text, or up to `maxJoinedWords` consecutive words joined, differ from `word` by at
 * most one typo.
 */
function matchesWithTypo(word: string, text: string, bounds: readonly number[]): boolean {
  for (let from = 0; from < bounds.length - 1; from += 1) {
    for (let to = from + 1; to < Math.min(bounds.length, from + 1 + maxJoinedWords); to += 1) {
      const length = bounds[to]! - bounds[from]!;
      if (length > word.length + 1) break;
      if (length < word.length - 1) continue;
      if (isOneTypoAway(word, text.slice(bounds[from], bounds[to]))) return true;
    }
  }
  return false;
}

/**
 * Returns whether two words are equal, or differ by one added, missing or replaced letter or by two swapped
 * letters.
 */
export function isOneTypoAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let prefixLength = 0;
  while (prefixLength < a.length && a[prefixLength] === b[prefixLength]) prefixLength += 1;
  let suffixLength = 0;
  while (
    suffixLength < Math.min(a.length, b.length) - prefixLength &&
    a.at(-1 - suffixLength) === b.at(-1 - suffixLength)
  )
    suffixLength += 1;
  const [left, right] = [
    a.slice(prefixLength, a.length - suffixLength),
    b.slice(prefixLength, b.length - suffixLength),
  ];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
