/**
 * Maximum edit distance between an unknown word and a suggested name, as a share of the length of the longer
 * of the two.
 */
const maxDistance = 0.5;

/** Returns the known name most similar to a word; undefined if none is similar enough. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const normalizedWord = normalizeName(word);
  const [nearest] = known
    .map((name) => ({ name, distance: computeDistance(normalizedWord, normalizeName(name)) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(normalizedWord.length, normalizeName(name).length) * maxDistance,
    )
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/** Normalizes a name for comparison: lower case, without spaces, `_`, `.` and `-`. */
function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Returns the Levenshtein distance of two words. */
function computeDistance(from: string, to: string): number {
  const letters = [...to];
  let row = [0, ...letters.map((_, index) => index + 1)];
  for (const [index, letter] of [...from].entries()) {
    const nextRow = [index + 1];
    for (const [column, other] of letters.entries()) {
      const replaceCost = (row[column] ?? 0) + (letter === other ? 0 : 1);
      nextRow.push(Math.min(replaceCost, (row[column + 1] ?? 0) + 1, (nextRow[column] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row.at(-1) ?? 0;
}
