import { formatBytes, formatCount, formatParameters } from '../../../parts/format.ts';
import { parseSize } from '../../../parts/parse-size.ts';

/** A kind of number with optional units: a size in bytes, or a parameter count. */
export interface Quantity {
  /** Parses a text; null if it is not a number of this kind. */
  readonly parse: (text: string) => number | null;
  /** Formats the number in full, so that the user can check how the input was parsed. */
  readonly formatInFull: (value: number) => string;
  /** The field's help text about the number format. */
  readonly hint: string;
  readonly errorMessage: string;
}

const bytes: Quantity = {
  parse: parseSize,
  formatInFull: (value) => `${formatCount(value)} bytes${value >= 1024 ? ` (${formatBytes(value)})` : ''}`,
  hint: 'In bytes, or with a unit: 6.62 GB, 6.5 GiB.',
  errorMessage: 'This is not a size. Write bytes, or a number with a unit: 6.62 GB, 6.5 GiB.',
};

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** Parses a parameter count, such as `7B`, `8.03B`, `770M` or `7,000,000,000`. Null for any other text. */
export function parseParameters(text: string): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([kmbt]?)$/i.exec(text.trim());
  if (match === null) return null;
  const [, digits = '', unit = ''] = match;
  const exactCount = Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1);
  const count = Math.round(exactCount);
  if (unit === '' && count !== exactCount) return null;
  return Number.isSafeInteger(count) ? count : null;
}

const parameters: Quantity = {
  parse: parseParameters,
  formatInFull: (value) => `${formatCount(value)}${value >= 1e6 ? ` (${formatParameters(value)})` : ''}`,
  hint: 'In full, or abbreviated: 7B, 770M.',
  errorMessage: 'This is not a number of parameters. Write it in full, or abbreviated: 7B, 770M.',
};

/** Returns the kind of number in the field with this key; null for all other fields. */
export function findQuantity(key: string): Quantity | null {
  if (key.endsWith('_bytes')) return bytes;
  return key === 'parameters' ? parameters : null;
}
