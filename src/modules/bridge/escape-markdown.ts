/**
 * Matches control characters that change the text direction: with them, a name can look like another name.
 */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Formats untrusted text as Markdown code for a comment. In code, hosts create no links or mentions and
 * interpret no other markup. A zero-width space breaks up `<!--`, so that the text cannot imitate the hidden
 * markers that the bridge searches for in its comments.
 */
export function formatCode(text: string): string {
  const cleanedText = text.replaceAll('`', "'").replace(directionMarks, '').replace(/\s+/g, ' ');
  return `\`${cleanedText.replaceAll('<!--', '<\u200b!--')}\``;
}

/**
 * Returns a model's name in a form that is safe in a commit message. In these messages, even in code, hosts
 * detect mentions (`@team`), issues to close (`Closes #12`, `GH-12`, a URL), and CI commands (`[skip ci]`). A
 * zero-width space breaks up each of these.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(directionMarks, '')
    .replace(/\s+/g, ' ')
    .replace(/[@#[]|\bGH-(?=\d)|:(?=\/\/)|\*\*\*(?=NO_CI)/gi, (match) => `${match}\u200b`);
}
