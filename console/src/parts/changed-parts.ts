/** A piece of a text that is compared with another text. `changed` is true if the other text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Maximum number of pairs of pieces to compare. Texts with more pairs are shown without marks. */
const maxComparisons = 250_000;

/**
 * Splits a text into pieces: a URL into segments, a text of several lines into lines, any other text into
 * words.
 */
function splitIntoPieces(text: string): string[] {
  if (/^https?:\S*$/i.test(text)) return text.split(/(?<=[/?&#])/);
  return text.includes('\n') ? text.split(/(?<=\n)/) : text.split(/(?<=\s)(?=\S)/);
}

/**
 * Splits two texts into pieces. Marks the pieces outside the longest common subsequence as changed. Marks
 * nothing if the texts share no piece, or are too long to compare.
 */
export function markChangedParts(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [oldPieces, newPieces] = [splitIntoPieces(before), splitIntoPieces(after)];
  const sharedPieces =
    oldPieces.length * newPieces.length > maxComparisons ? null : findCommonPieces(oldPieces, newPieces);
  if (sharedPieces === null || sharedPieces.old.size === 0) {
    return { before: [{ text: before, changed: false }], after: [{ text: after, changed: false }] };
  }
  const markPieces = (pieces: readonly string[], commonPositions: ReadonlySet<number>): TextPart[] =>
    pieces.map((text, index) => ({ text, changed: !commonPositions.has(index) }));
  return { before: markPieces(oldPieces, sharedPieces.old), after: markPieces(newPieces, sharedPieces.now) };
}

/**
 * Computes the longest common subsequence of two lists of pieces. Returns the positions of its elements in
 * each list.
 */
function findCommonPieces(
  old: readonly string[],
  now: readonly string[],
): { old: Set<number>; now: Set<number> } {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const isSamePiece = (i: number, j: number) => old[i]?.trim() === now[j]?.trim();
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = isSamePiece(i, j)
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const common = { old: new Set<number>(), now: new Set<number>() };
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (isSamePiece(i, j)) {
      common.old.add(i++);
      common.now.add(j++);
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return common;
}
