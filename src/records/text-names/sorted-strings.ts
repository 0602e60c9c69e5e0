/**
 * Compares strings by Unicode code point, whatever the locale. JavaScript's own order is by UTF-16 unit,
 * which puts characters beyond the basic plane before U+E000 to U+FFFF.
 */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

export function distinctSorted(strings: Iterable<string>): string[] {
  return [...new Set(strings)].sort(byCodePoint);
}

/**
 * Returns the rank of a UTF-16 unit in the order of code points. Surrogates come last, because the characters
 * that they form have the highest code points.
 */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
