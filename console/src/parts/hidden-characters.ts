/**
 * Characters that are invisible or change how their neighbours look: format and control characters
 * (zero-width, bidirectional), line separators, fillers, selectors, and unusual spaces.
 */
const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2800}]|(?! )\p{Zs}/u;

/** Characters that join several emoji into one. They are invisible too, but harmless, and not marked. */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic}\u{FE0F}?\p{Emoji_Modifier}?)(?:\u{FE0F}|\u{200D}(?=\p{Extended_Pictographic}))/gu;

export interface ShownPart {
  readonly text: string;
  /** Whether the text is a mark, such as `U+200B`, for an invisible character. */
  readonly isMark: boolean;
}

/**
 * Splits a text into visible parts and marks. Each invisible character becomes a mark, such as `U+200B`.
 * @param lines whether to keep line breaks and tabs instead of marking them
 */
export function shownParts(text: string, lines = false): ShownPart[] {
  if (!hiddenCharacter.test(text)) return [{ text, isMark: false }];
  const joinerIndexes = new Set([...text.matchAll(emojiJoiners)].map(({ index }) => index));
  const parts: ShownPart[] = [];
  let visibleText = '';
  let index = 0;
  for (const character of text) {
    const isVisible =
      !hiddenCharacter.test(character) || joinerIndexes.has(index) || (lines && /[\n\r\t]/.test(character));
    index += character.length;
    if (isVisible) {
      visibleText += character;
      continue;
    }
    if (visibleText !== '') parts.push({ text: visibleText, isMark: false });
    visibleText = '';
    parts.push({ text: codePointName(character), isMark: true });
  }
  if (visibleText !== '') parts.push({ text: visibleText, isMark: false });
  return parts;
}

/**
 * Replaces the invisible characters of a text with marks in brackets, such as `a[U+200B]b`. For places that
 * allow only plain text, such as titles and attributes.
 */
export function shownText(text: string): string {
  return shownParts(text)
    .map((part) => (part.isMark ? `[${part.text}]` : part.text))
    .join('');
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Matches a letter of a right-to-left script. Browsers may reorder the text around such letters. */
export const rightToLeftLetter =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
