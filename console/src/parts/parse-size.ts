/** The power of 1000 or 1024 for each unit prefix. `m`, as in `MB` and `MiB`, is the second power. */
const powers: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4, p: 5 };
const sizePattern = /^([\d.,'’_\s]+?)\s*(?:([kmgtp])(i)?)?(b|bytes?)?$/i;

/**
 * Parses a size, such as `6.62 GB`, `6.5 GiB`, `6,938,078,334` or `2G`. Returns bytes, rounded to an integer.
 * A comma counts as a thousands separator if it can be one, otherwise as the decimal point. Returns null for
 * any other text, for a fraction without a unit, and for a number too large to be exact.
 */
export function parseSize(text: string): number | null {
  const match = sizePattern.exec(text.trim().replaceAll('\u{a0}', ' '));
  if (match === null) return null;
  const [, digits = '', prefix = '', binaryMark] = match;
  const value = parseDigits(digits);
  if (value === null) return null;
  const power = powers[prefix.toLowerCase()] ?? 0;
  const bytes = Math.round(value * (binaryMark ? 1024 : 1000) ** power);
  if (power === 0 && bytes !== value) return null;
  return Number.isSafeInteger(bytes) ? bytes : null;
}

function parseDigits(digits: string): number | null {
  const text = digits.replace(/[\s'’_]/g, '');
  const groupedPattern = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
  if (groupedPattern.test(text)) return Number(text.replaceAll(',', ''));
  // 1.234.567 has thousands separators; 6.938 is a fraction.
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : null;
}
