import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { formatCodePoint } from '../kernel/code-point.ts';

/** Unicode's table of look-alike characters, each with its prototype. */
const prototypes: ReadonlyMap<string, string> = new Map(Object.entries(confusables));

/**
 * Returns the skeleton of a text by UTS #39, after compatibility decomposition (`Ａ` becomes `A`). Texts with
 * the same skeleton look the same. Skeletons are for comparison, not for display.
 *
 * @example createSkeleton('Qwеn') === createSkeleton('Qwen') // although the first 'е' is Cyrillic
 */
export function createSkeleton(text: string): string {
  let skeletonText = '';
  for (const character of removeInvisible(text).normalize('NFKD'))
    skeletonText += prototypes.get(character) ?? character;
  return skeletonText.normalize('NFD');
}

/** Characters that are invisible or change the direction of other characters. */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Returns the text without invisible characters and characters that change the direction of others. */
export function removeInvisible(text: string): string {
  return text.replace(invisibleCharacters, '');
}

/**
 * Matches the invisible characters in emoji sequences. `findHiddenCharacters` ignores them, because emoji need
 * them.
 */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/**
 * Matches blanks other than the plain space. Readers cannot distinguish them from a space, or cannot see
 * them.
 */
const oddBlanks = /[\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * Returns the invisible characters of a text, and its blanks other than the plain space, each once, as a code
 * point such as `U+200B`.
 */
export function findHiddenCharacters(text: string): string[] {
  const withoutJoiners = text.replace(emojiJoiners, '');
  const characters = [
    ...withoutJoiners.matchAll(invisibleCharacters),
    ...withoutJoiners.matchAll(oddBlanks),
  ].map(([character]) => character);
  return [...new Set(characters)].map(formatCodePoint);
}

/**
 * Describes the parts of a name that users cannot see: invisible characters, and a blank at the beginning or
 * end. Each text can follow the name in a sentence, such as `has invisible characters: U+200B`.
 */
export function describeHiddenCharacters(name: string): string[] {
  const hiddenCodes = findHiddenCharacters(name);
  return [
    ...(hiddenCodes.length > 0 ? [`has invisible characters: ${hiddenCodes.join(', ')}`] : []),
    ...(name === name.trim() ? [] : ['begins or ends with a blank']),
  ];
}

/** Keys for comparing names. Two names with a key in common are easily confused. */
interface NameKeys {
  /** Equal for names that differ only in letter case. */
  readonly folded: string;
  /**
   * Equal for names that differ only in letter case, separators, the encoding of accents, and invisible
   * characters.
   */
  readonly loose: string;
  /** Equal for names that look the same, letter by letter. */
  readonly seen: string;
  /** Equal for names that look the same apart from letter case and separators. */
  readonly looselySeen: string;
}

/**
 * The keys that find all similar names. `folded` and `loose` are redundant: names that share one of them also
 * share `looselySeen`.
 */
export const alikeKeys = ['seen', 'looselySeen'] as const satisfies (keyof NameKeys)[];
export type AlikeKey = (typeof alikeKeys)[number];

export function createNameKeys(name: string): NameKeys {
  const lowerCaseName = name.toLowerCase();
  const looseName = removeSeparators(removeInvisible(lowerCaseName.normalize('NFC')));
  return {
    folded: lowerCaseName,
    loose: looseName,
    seen: createSkeleton(name),
    looselySeen: createSkeleton(looseName),
  };
}

/**
 * Removes blanks, dashes, underscores and dots from a name. Between two digits, replaces them with a line
 * break, so that `1.5` differs from `15` but equals `1-5`.
 */
function removeSeparators(name: string): string {
  return name.replace(/(?<=\p{Nd})[\s\p{Pd}_.]+(?=\p{Nd})/gu, '\n').replace(/[^\S\n]|[\p{Pd}_.]/gu, '');
}
