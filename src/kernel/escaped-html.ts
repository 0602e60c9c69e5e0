const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML does not allow. */
const nonXmlCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Escapes a text for HTML and XML, including attributes in double quotes. Replaces characters that XML does
 * not allow with U+FFFD.
 */
export function escapeHtml(text: string): string {
  return text.replace(nonXmlCharacters, '\ufffd').replace(/[&<>"]/g, (character) => entities[character]!);
}
