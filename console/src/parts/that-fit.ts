/** What a label takes besides its letters, in characters. */
const frame = 3;

/** The first of some texts that stand in a line of that many characters, one at least, and how many are left. */
export function thatFit(texts: readonly string[], room: number): { shown: readonly string[]; more: number } {
  let taken = 0;
  const end = texts.findIndex((text, index) => {
    taken += text.length + frame;
    // What follows has to be counted in a label of its own.
    const rest = index < texts.length - 1 ? frame + 2 : 0;
    return index > 0 && taken + rest > room;
  });
  const shown = end < 0 ? texts : texts.slice(0, end);
  return { shown, more: texts.length - shown.length };
}
