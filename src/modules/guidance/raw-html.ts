import MarkdownIt, { type Token } from 'markdown-it';

const commonMark = new MarkdownIt('commonmark', { html: true, maxNesting: 100 });

/** Deepest nesting of quotes, lists and emphasis; less than the limit of the parser. */
const maxDepth = 50;

/**
 * Returns why a text cannot be shown as CommonMark everywhere: it has raw HTML, or is nested too deeply. Null
 * when it can.
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
    const inside = firstHtml(children ?? []);
    if (inside !== null) return inside;
  }
  return null;
}
