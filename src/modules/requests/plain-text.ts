import { storableText } from '../../records/unstorable.ts';

/**
 * Prepares a text for display: replaces control characters (except line feeds) and characters that change the
 * direction of text with blanks. Returns null when only white space is left.
 */
export function plainText(given: string | null | undefined): string | null {
  const text = storableText(given ?? '')
    .replace(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** Prepares a text for display in one line of at most 200 characters. */
export function oneLine(given: string): string {
  return (plainText(given) ?? '').replace(/\s+/g, ' ').slice(0, 200).toWellFormed();
}
