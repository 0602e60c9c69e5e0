/**
 * Rounds the exact value of a double to a number of decimal places. A value exactly in the middle goes to the
 * even neighbour (0.125 → 0.12, 2.5 → 2), as the Python service rounds.
 */
export function roundHalfEven(value: number, places: number): number {
  const size = Math.abs(value);
  // From here on doubles are whole numbers, and `toFixed` returns an exponent.
  if (size >= 1e21) return value;
  const sign = value < 0 ? -1 : 1;
  const nearest = size.toFixed(places);
  if (!isInTheMiddle(size, places) || Number(nearest.at(-1)) % 2 === 0) return sign * Number(nearest);
  // `toFixed` went up to an odd digit: one less is even, and as near.
  return sign * Number(`${nearest.slice(0, -1)}${Number(nearest.at(-1)) - 1}`);
}

/** Returns whether the exact decimal form of the double ends with a 5 right after `places` decimal places. */
function isInTheMiddle(size: number, places: number): boolean {
  // A number with n decimal places that is a fraction of powers of two has at most n binary places.
  return Number.isInteger(size * 2 ** (places + 1)) && size.toFixed(places + 1).endsWith('5');
}

/** Returns `part` in percent of `whole`, unrounded; 0 when `whole` is 0. */
export function percentageOf(part: number, whole: number): number {
  return whole > 0 ? (100 * part) / whole : 0;
}

/** Returns `count` in percent of `whole`, rounded to two places; 0 when `whole` is 0. */
export function share(count: number, whole: number): number {
  return roundHalfEven(percentageOf(count, whole), 2);
}
