/**
 * Matches control characters that turn the direction of the text behind them: with these, a name reads as another
 * one.
 */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Writes a text that somebody else has chosen as code for a comment: in code nothing is a link, a mention of
 * somebody or any other markup.
 */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(turns, '').replace(/\s+/g, ' ')}\``;
}

/**
 * Writes a name for a commit's message so that hosts take nothing in it for a mention (`@team`), an issue to close
 * (`Closes #12`, `GH-12`, an address) or an order to their checks (`[skip ci]`), which they look for even in code.
 * A zero-width space breaks up each of these.
 */
export function plain(text: string): string {
  return text
    .replace(turns, '')
    .replace(/\s+/g, ' ')
    .replace(/[@#[]|\bGH-(?=\d)|:(?=\/\/)|\*\*\*(?=NO_CI)/gi, (found) => `${found}\u200b`);
}
