/**
 * A text that every database stores as it is: no NUL characters (PostgreSQL has none), no halves of surrogate
 * pairs.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
