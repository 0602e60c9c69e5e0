/**
 * Matches control characters that change the direction in which the following text is shown: with such
 * characters, a name can look like another name.
 */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Formats a text by a stranger as Markdown code, for a comment. In code, hosts make no links or mentions, and
 * interpret no other markup. The bridge itself looks for its hidden marks in what it has written there: a
 * zero-width space breaks up each beginning of one.
 */
export function code(text: string): string {
  const shown = text.replaceAll('`', "'").replace(turns, '').replace(/\s+/g, ' ');
  return `\`${shown.replaceAll('<!--', '<\u200b!--')}\``;
}

/**
 * Returns a model's name in a form that is safe in a commit's message. There, even in code, hosts look for
 * mentions (`@team`), for issues to close (`Closes #12`, `GH-12`, a URL), and for commands to their checks
 * (`[skip ci]`). A zero-width space breaks up each of these.
 */
export function plain(text: string): string {
  return text
    .replace(turns, '')
    .replace(/\s+/g, ' ')
    .replace(/[@#[]|\bGH-(?=\d)|:(?=\/\/)|\*\*\*(?=NO_CI)/gi, (found) => `${found}\u200b`);
}
