/**
 * Rounds the exact value of a double to a number of decimal places. Ties are rounded to even (0.125 → 0.12,
 * 2.5 → 2), as in the Python service.
 */
export function roundHalfEven(value: number, places: number): number {
  const magnitude = Math.abs(value);
  // Doubles of this size are integers, and `toFixed` would return an exponent.
  if (magnitude >= 1e21) return value;
  const sign = value < 0 ? -1 : 1;
  const roundedText = magnitude.toFixed(places);
  if (!isTie(magnitude, places) || Number(roundedText.at(-1)) % 2 === 0) return sign * Number(roundedText);
  // `toFixed` rounded up to an odd digit: one less is even and equally close.
  return sign * Number(`${roundedText.slice(0, -1)}${Number(roundedText.at(-1)) - 1}`);
}

/**
 * Returns whether the exact decimal value of the double ends with a 5 directly after `places` decimal places.
 */
function isTie(size: number, places: number): boolean {
  // A double with exactly n decimal places has at most n binary places.
  return Number.isInteger(size * 2 ** (places + 1)) && size.toFixed(places + 1).endsWith('5');
}

/** Returns `part` as a percentage of `total`, unrounded; 0 if `total` is 0. */
export function percentageOf(part: number, total: number): number {
  return total > 0 ? (100 * part) / total : 0;
}

/** Returns `count` as a percentage of `total`, rounded to two places; 0 if `total` is 0. */
export function roundPercentage(count: number, total: number): number {
  return roundHalfEven(percentageOf(count, total), 2);
}
