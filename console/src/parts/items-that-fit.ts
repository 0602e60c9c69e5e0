/** Width, in characters, of a label without its text. */
const frame = 3;

/**
 * Returns the first texts that fit as labels into a line of `room` characters, at least one. `more` is the
 * number of remaining texts.
 */
export function itemsThatFit(
  texts: readonly string[],
  room: number,
): { shown: readonly string[]; more: number } {
  let taken = 0;
  const end = texts.findIndex((text, index) => {
    taken += text.length + frame;
    // Reserve room for the label with the number of hidden items.
    const rest = index < texts.length - 1 ? frame + 2 : 0;
    return index > 0 && taken + rest > room;
  });
  const shown = end < 0 ? texts : texts.slice(0, end);
  return { shown, more: texts.length - shown.length };
}
