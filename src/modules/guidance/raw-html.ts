import MarkdownIt, { type Token } from 'markdown-it';

// Emphasis does not affect what is HTML, and takes quadratic time.
const commonMark = new MarkdownIt('commonmark', { html: true, maxNesting: 100 }).disable('emphasis');
/** Parses blocks only, in linear time. */
const blocksOnly = new MarkdownIt('commonmark', { maxNesting: 100 }).disable(['emphasis', 'image', 'link']);

/** Maximum nesting depth of quotes, lists and emphasis; below the limit of the parser. */
const maxDepth = 50;
/**
 * Maximum number of `[` in a text that may have raw HTML. The parser searches for the end of a link from each
 * of them, so without a limit it needs half a second for 20,000 characters.
 */
const maxBrackets = 100;

/**
 * Returns why a text is not portable CommonMark: it contains raw HTML, or is nested too deeply. Returns null
 * when the text has neither problem.
 */
export function findProseProblem(text: string): string | null {
  const mayHaveHtml = /<[a-z/!?]/i.test(text);
  if (mayHaveHtml && text.split('[', maxBrackets + 2).length > maxBrackets + 1)
    return `has more than ${maxBrackets} '[', too many to check it for raw HTML, which is not allowed: write '&lt;' for '<'`;
  const tokens = (mayHaveHtml ? commonMark : blocksOnly).parse(text, {});
  const html = findFirstHtml(tokens);
  if (html !== null) {
    return `has raw HTML, '${html.trim().slice(0, 60)}', which is not allowed: write it as code, or '&lt;' for '<'`;
  }
  return tokens.some(({ level }) => level >= maxDepth)
    ? `nests quotes or lists more than ${maxDepth} levels deep`
    : null;
}

function findFirstHtml(tokens: readonly Token[]): string | null {
  for (const { type, content, children } of tokens) {
    if (type === 'html_block' || type === 'html_inline') return content;
    const nestedHtml = findFirstHtml(children ?? []);
    if (nestedHtml !== null) return nestedHtml;
  }
  return null;
}
