import MarkdownIt, { type Token } from 'markdown-it';

const commonMark = new MarkdownIt('commonmark', { html: true, maxNesting: 100 });

/** Maximum nesting depth of quotes, lists and emphasis; below the limit of the parser. */
const maxDepth = 50;

/**
 * Returns why a text is not portable CommonMark: it contains raw HTML, or is nested too deeply. Returns null
 * when the text has neither problem.
 */
export function proseProblem(text: string): string | null {
  const tokens = commonMark.parse(text, {});
  const html = firstHtml(tokens);
  if (html !== null) {
    return `has raw HTML, '${html.trim().slice(0, 60)}', which is not allowed: write it as code, or '&lt;' for '<'`;
  }
  return tokens.some(({ level }) => level >= maxDepth)
    ? `nests quotes or lists more than ${maxDepth} levels deep`
    : null;
}

function firstHtml(tokens: readonly Token[]): string | null {
  for (const { type, content, children } of tokens) {
    if (type === 'html_block' || type === 'html_inline') return content;
    const nestedHtml = firstHtml(children ?? []);
    if (nestedHtml !== null) return nestedHtml;
  }
  return null;
}
