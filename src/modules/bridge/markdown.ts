/**
 * A text that somebody else has chosen, for a comment: as code, in which nothing is a link, a mention of
 * somebody or any other markup.
 */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}
