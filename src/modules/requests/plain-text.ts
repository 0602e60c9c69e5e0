import { makeStorable } from '../../records/unstorable.ts';

/**
 * Prepares a text for display: replaces control characters (except line feeds) and characters that change the
 * text direction with blanks. Returns null when only white space is left.
 */
export function plainText(input: string | null | undefined): string | null {
  const text = makeStorable(input ?? '')
    .replace(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** Prepares a text for display in one line of at most 200 characters. */
export function oneLine(input: string): string {
  return (plainText(input) ?? '').replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
}
