/**
 * How many single-character insertions, deletions, replacements and swaps of neighbours make `b` of `a`; null
 * when it takes more than `limit`. Time is at most length × limit.
 */
export function editDistance(a: string, b: string, limit: number): number | null {
  if (Math.abs(a.length - b.length) > limit) return null;
  const beyond = limit + 1;
  let twoBack = new Array<number>(b.length + 1).fill(beyond);
  let oneBack = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, beyond));
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Array<number>(b.length + 1).fill(beyond);
    if (i <= limit) row[0] = i;
    let best = row[0]!;
    // Cells further than `limit` from the diagonal cannot be within the limit.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const replaced = oneBack[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(replaced, oneBack[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, twoBack[j - 2]! + 1);
      }
      row[j] = Math.min(distance, beyond);
      best = Math.min(best, row[j]!);
    }
    if (best > limit) return null;
    [twoBack, oneBack] = [oneBack, row];
  }
  const distance = oneBack[b.length]!;
  return distance > limit ? null : distance;
}
