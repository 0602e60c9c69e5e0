/**
 * Matches control characters that change the direction in which the following text is shown: with such
 * characters, a name can look like another name.
 */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Formats a text by a stranger as Markdown code, for a comment. In code, hosts make no links or mentions, and
 * interpret no other markup. A zero-width space breaks up `<!--`, so that the text cannot imitate the hidden
 * marks for which the bridge searches its comments.
 */
export function code(text: string): string {
  const cleaned = text.replaceAll('`', "'").replace(directionMarks, '').replace(/\s+/g, ' ');
  return `\`${cleaned.replaceAll('<!--', '<\u200b!--')}\``;
}

/**
 * Returns a model's name in a form that is safe in a commit's message. There, even in code, hosts look for
 * mentions (`@team`), for issues to close (`Closes #12`, `GH-12`, a URL), and for commands to their checks
 * (`[skip ci]`). A zero-width space breaks up each of these.
 */
export function plain(text: string): string {
  return text
    .replace(directionMarks, '')
    .replace(/\s+/g, ' ')
    .replace(/[@#[]|\bGH-(?=\d)|:(?=\/\/)|\*\*\*(?=NO_CI)/gi, (match) => `${match}\u200b`);
}
