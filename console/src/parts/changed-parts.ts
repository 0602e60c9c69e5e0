/** A piece of a text that is compared with another text. `changed` is true if the other text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Largest number of pairs of pieces to compare. Texts with more pairs are shown without marks. */
const maxComparisons = 250_000;

/**
 * Splits a text into pieces: a URL into segments, a text of several lines into lines, any other text into
 * words.
 */
function piecesOf(text: string): string[] {
  if (/^https?:\S*$/i.test(text)) return text.split(/(?<=[/?&#])/);
  return text.includes('\n') ? text.split(/(?<=\n)/) : text.split(/(?<=\s)(?=\S)/);
}

/**
 * Splits two texts into pieces, and marks those outside their longest common subsequence as changed. Marks
 * nothing if the texts share no piece, or are too long to compare.
 */
export function changedParts(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const kept = old.length * now.length > maxComparisons ? null : commonPieces(old, now);
  if (kept === null || kept.old.size === 0) {
    return { before: [{ text: before, changed: false }], after: [{ text: after, changed: false }] };
  }
  const marked = (pieces: readonly string[], common: ReadonlySet<number>): TextPart[] =>
    pieces.map((text, index) => ({ text, changed: !common.has(index) }));
  return { before: marked(old, kept.old), after: marked(now, kept.now) };
}

/** Returns the positions of the elements of the longest common subsequence in each list. */
function commonPieces(
  old: readonly string[],
  now: readonly string[],
): { old: Set<number>; now: Set<number> } {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const same = (i: number, j: number) => old[i]?.trim() === now[j]?.trim();
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = { old: new Set<number>(), now: new Set<number>() };
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (same(i, j)) {
      common.old.add(i++);
      common.now.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
