/** Reads members of answers that others wrote: what is not as expected is null, and never too long. */

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function itemsOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** Trimmed, on one line, without characters that are not shown; null when nothing is left. */
export function textOf(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const shown = value
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return shown === '' ? null : [...shown].slice(0, longest).join('').trim();
}

export function wholeNumberOf(value: unknown, most = Number.MAX_SAFE_INTEGER): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most ? value : null;
}

export function numberOf(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

/** Texts of a list, or the one that stands in its place. */
export function textsOf(value: unknown, most: number, longest: number): string[] {
  const items = typeof value === 'string' ? [value] : itemsOf(value, most * 4);
  const texts = items.flatMap((item) => textOf(item, longest) ?? []);
  return [...new Set(texts)].slice(0, most);
}

/** 64 hex digits, in lower case, without what stands around them. */
export function sha256Of(value: unknown): string | null {
  const hash = textOf(value, 80);
  return hash !== null && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null;
}
