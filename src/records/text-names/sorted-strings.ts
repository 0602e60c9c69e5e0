/**
 * Compares strings by Unicode code point, regardless of the locale. JavaScript compares UTF-16 units, which
 * puts characters beyond the basic plane before U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankCodePoint(left) - rankCodePoint(right);
  }
  return a.length - b.length;
}

export function sortDistinct(strings: Iterable<string>): string[] {
  return [...new Set(strings)].sort(compareCodePoints);
}

/**
 * Returns the rank of a UTF-16 unit in code point order. Surrogates come last, because they form the highest
 * code points.
 */
function rankCodePoint(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
