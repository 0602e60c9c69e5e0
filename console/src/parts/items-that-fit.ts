/** Width, in characters, of a label without its text. */
const frameWidth = 3;

/**
 * Returns the first texts that fit as labels into a line of `room` characters, and at least one text. `more`
 * is the number of the other texts.
 */
export function selectFittingItems(
  texts: readonly string[],
  room: number,
): { shown: readonly string[]; more: number } {
  let usedWidth = 0;
  const end = texts.findIndex((text, index) => {
    usedWidth += text.length + frameWidth;
    // Reserve room for the label with the number of hidden items.
    const reservedWidth = index < texts.length - 1 ? frameWidth + 2 : 0;
    return index > 0 && usedWidth + reservedWidth > room;
  });
  const shown = end < 0 ? texts : texts.slice(0, end);
  return { shown, more: texts.length - shown.length };
}
