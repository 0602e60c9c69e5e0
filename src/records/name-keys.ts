import { skeleton, visible } from './look-alike.ts';

/** By what names are compared that people may take for one another. Names with a key in common are alike. */
export interface NameKeys {
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
