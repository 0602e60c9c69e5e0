/**
 * Characters that a terminal obeys instead of showing, or that hide or reorder the text around them: control
 * characters (an escape sequence begins with one) but the tab, invisible and bidirectional formatting, line
 * separators, lone surrogates.
 */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * One line as it may be printed: what is in it was often written by somebody else, and must neither forge a
 * further line nor reach the terminal as a command. Such characters become escapes as in JSON, `\u001b`.
 */
export function printable(line: string): string {
  return line.replace(obeyed, (character) => (character === '\t' ? character : escaped(character)));
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
