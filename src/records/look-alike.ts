import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { codePoint } from '../kernel/code-point.ts';

/** Unicode's table of characters that look like others: each with what it looks like. */
const prototypes: ReadonlyMap<string, string> = new Map(Object.entries(confusables));

/**
 * The skeleton of UTS #39, of the compatibility decomposition (`Ａ` is an `A`): two texts of the same skeleton
 * look the same. Not for showing.
 *
 * @example skeleton('Qwеn') === skeleton('Qwen') // although the first 'е' is Cyrillic
 */
export function skeleton(text: string): string {
  let mapped = '';
  for (const character of visible(text).normalize('NFKD')) mapped += prototypes.get(character) ?? character;
  return mapped.normalize('NFD');
}

/** Characters that show nothing, or change the direction of the others. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Gives the text without characters that show nothing or change the direction of others. */
export function visible(text: string): string {
  return text.replace(unseen, '');
}

/** The invisible characters within an emoji sequence, which needs them. */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** Blanks other than the plain one of the keyboard, which look like it or like nothing. */
const oddBlanks = /[\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * Lists the characters of a text that show nothing or look like a plain blank, as code points such as `U+200B`,
 * each once.
 */
export function hiddenCharacters(text: string): string[] {
  const shown = text.replace(emojiJoiners, '');
  const found = [...shown.matchAll(unseen), ...shown.matchAll(oddBlanks)].map(([character]) => character);
  return [...new Set(found)].map(codePoint);
}

/** The keys by which names that people may take for one another are found. Names with a key in common are alike. */
interface NameKeys {
  /** The key of names that are equal, letter case aside. */
  readonly folded: string;
  /**
   * The key of names that are equal, letter case, separators, the encoding of accents and unseen characters aside.
   */
  readonly loose: string;
  /** The key of names that look the same, letter for letter. */
  readonly seen: string;
  /** The key of names that look the same but for case and separators. */
  readonly looselySeen: string;
}

/** Names with any key in common have one of these in common: the same `folded` or `loose` gives the same `looselySeen`. */
export const alikeKeys = ['seen', 'looselySeen'] as const satisfies (keyof NameKeys)[];
export type AlikeKey = (typeof alikeKeys)[number];

export function nameKeys(name: string): NameKeys {
  const folded = name.toLowerCase();
  const loose = withoutSeparators(visible(folded.normalize('NFC')));
  return { folded, loose, seen: skeleton(name), looselySeen: skeleton(loose) };
}

/** Removes blanks, dashes, underscores and dots. Between digits they count: `1.5` is not `15`, but is `1-5`. */
function withoutSeparators(name: string): string {
  return name.replace(/(?<=\p{Nd})[\s\p{Pd}_.]+(?=\p{Nd})/gu, '\n').replace(/[^\S\n]|[\p{Pd}_.]/gu, '');
}
