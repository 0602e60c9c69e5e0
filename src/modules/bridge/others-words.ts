/**
 * Matches control characters that change the direction in which the following text is shown: with such
 * characters, a name can look like another name.
 */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Formats a stranger's text as Markdown code for a comment. Hosts do not make links or mentions of people
 * from code, or interpret other markup in it.
 */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(turns, '').replace(/\s+/g, ' ')}\``;
}

/**
 * Returns a model's name in a form that is safe in a commit's message. In such messages, hosts look for
 * mentions (`@team`), for issues to close (`Closes #12`, `GH-12`, an address), and for commands to their
 * checks (`[skip ci]`), even in code. A zero-width space breaks up each of these.
 */
export function plain(text: string): string {
  return text
    .replace(turns, '')
    .replace(/\s+/g, ' ')
    .replace(/[@#[]|\bGH-(?=\d)|:(?=\/\/)|\*\*\*(?=NO_CI)/gi, (found) => `${found}\u200b`);
}
