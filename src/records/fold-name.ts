/**
 * A name or a part of one as it is looked for: people who read the same find the same. Letter case does not
 * matter, nor how a letter with marks is encoded (composed or not); `ß` is `ss`, and the dotted and dotless
 * `İ` and `ı` of Turkish are `i`.
 */
export function foldName(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // By way of upper case, where what has several lower-case forms (ß and ss, final sigma) has one.
  const cased = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return cased.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
