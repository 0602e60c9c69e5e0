/**
 * Maximum edit distance between an unknown word and a suggested name, as a share of the length of the longer
 * of the two.
 */
const maxDistance = 0.5;

/** Returns the known name most similar to a word; undefined if none is similar enough. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const plain = plainly(word);
  const [nearest] = known
    .map((name) => ({ name, distance: distanceOf(plain, plainly(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(plain.length, plainly(name).length) * maxDistance)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}

/** Normalizes a name for comparison: lower case, without spaces, `_`, `.` and `-`. */
function plainly(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Returns the Levenshtein distance of two words. */
function distanceOf(from: string, to: string): number {
  const letters = [...to];
  let row = [0, ...letters.map((_, index) => index + 1)];
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, other] of letters.entries()) {
      const replace = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replace, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
