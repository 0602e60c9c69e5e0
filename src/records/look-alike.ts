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

/** The text without what nobody sees. */
export function visible(text: string): string {
  return text.replace(unseen, '');
}

/** Of an emoji sequence, which needs them. */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]/gu;
/** Blanks other than the one on the keyboard look like it, or like nothing. */
const oddBlanks = /[\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** The code points of a text that nobody sees, or takes for a plain blank: `U+200B`, each once. */
export function hiddenCharacters(text: string): string[] {
  const shown = text.replace(emojiJoiners, '');
  const found = [...shown.matchAll(unseen), ...shown.matchAll(oddBlanks)].map(([character]) => character);
  return [...new Set(found)].map(codePoint);
}

/** By what names are compared that people may take for one another. Names with a key in common are alike. */
interface NameKeys {
  /** Letter case aside. */
  readonly folded: string;
  /** Letter case, separators, the encoding of accents and unseen characters aside. */
  readonly loose: string;
  /** Of names that look the same, letter for letter. */
  readonly seen: string;
  /** Of names that look the same but for case and separators. */
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

/** Blanks, dashes, underscores, dots. Between digits they count: `1.5` is not `15`, but is `1-5`. */
function withoutSeparators(name: string): string {
  return name.replace(/(?<=\p{Nd})[\s\p{Pd}_.]+(?=\p{Nd})/gu, '\n').replace(/[^\S\n]|[\p{Pd}_.]/gu, '');
}
