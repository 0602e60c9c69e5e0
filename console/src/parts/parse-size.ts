/** As people write sizes: decimal and binary units, with or without the B. */
const powers: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4, p: 5 };
const size = /^([\d.,'’_\s]+?)\s*(?:([kmgtp])(i)?)?(b|bytes?)?$/i;

/**
 * Bytes: `6.62 GB`, `6.5 GiB`, `6,938,078,334`, `2G`. Decimal commas count as points where they can only be
 * that. Null for what is no size, and for what would not be a whole number of bytes that can be told apart.
 */
export function parseSize(text: string): number | null {
  const match = size.exec(text.trim().replaceAll('\u{a0}', ' '));
  if (match === null) return null;
  const [, digits = '', prefix = '', binary] = match;
  const value = parseDigits(digits);
  if (value === null) return null;
  const power = powers[prefix.toLowerCase()] ?? 0;
  const bytes = Math.round(value * (binary ? 1024 : 1000) ** power);
  if (power === 0 && bytes !== value) return null;
  return Number.isSafeInteger(bytes) ? bytes : null;
}

function parseDigits(given: string): number | null {
  const text = given.replace(/[\s'’_]/g, '');
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
  if (grouped.test(text)) return Number(text.replaceAll(',', ''));
  // 1.234.567 has groups; 6.938 is taken as it stands.
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : null;
}
