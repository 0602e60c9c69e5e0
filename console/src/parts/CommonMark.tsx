import MarkdownIt, { type Token } from 'markdown-it';
import { type ReactNode, useMemo } from 'react';
import classes from './CommonMark.module.css';
import { webHost } from './model-facts.ts';
import { ShownText } from './ShownText.tsx';
import { WebLink } from './WebLink.tsx';

/** The parser treats raw HTML as text: it creates no HTML tokens. */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: 100 });

/** A token with the tokens between its start and its end. */
interface Part {
  readonly token: Token;
  readonly parts: Part[];
}

/**
 * Renders CommonMark as React elements. Raw HTML appears as text, http(s) URLs become links, and pictures are
 * replaced by their descriptions. Headings become bold paragraphs, to keep them out of the page's outline.
 */
export function CommonMark({ text }: { text: string }) {
  const parts = useMemo(() => buildTree(parser.parse(text, {})), [text]);
  return <div className={classes.prose}>{renderNodes(parts)}</div>;
}

function buildTree(tokens: readonly Token[]): Part[] {
  const top: Part[] = [];
  const openLists = [top];
  for (const token of tokens) {
    if (token.nesting < 0) {
      openLists.pop();
      continue;
    }
    const part = { token, parts: buildTree(token.children ?? []) };
    openLists.at(-1)?.push(part);
    if (token.nesting > 0) openLists.push(part.parts);
  }
  return top;
}

function renderNodes(parts: readonly Part[]): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no names
  return parts.map((part, index) => <MarkdownNode key={index} part={part} />);
}

function MarkdownNode({ part: { token, parts } }: { part: Part }): ReactNode {
  const content = renderNodes(parts);
  switch (token.type) {
    case 'text':
      return <ShownText text={token.content} />;
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return <br />;
    case 'inline':
      return content;
    case 'paragraph_open':
      // A list without blank lines between its items.
      return token.hidden ? content : <p>{content}</p>;
    case 'heading_open':
      return <p className={classes.heading}>{content}</p>;
    case 'bullet_list_open':
      return <ul>{content}</ul>;
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{content}</ol>;
    case 'list_item_open':
      return <li>{content}</li>;
    case 'blockquote_open':
      return <blockquote>{content}</blockquote>;
    case 'em_open':
      return <em>{content}</em>;
    case 'strong_open':
      return <strong>{content}</strong>;
    case 'code_inline':
      return (
        <code>
          <ShownText text={token.content} />
        </code>
      );
    case 'code_block':
    case 'fence':
      return (
        <pre>
          <code>
            <ShownText text={token.content.replace(/\n$/, '')} lines />
          </code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'link_open':
      return <ExternalLink address={String(token.attrGet('href') ?? '')}>{content}</ExternalLink>;
    case 'image':
      // The page's content security policy blocks pictures from other hosts.
      return content.length > 0 ? content : <WebLink address={String(token.attrGet('src') ?? '')} />;
    default:
      return token.content === '' ? content : <ShownText text={token.content} />;
  }
}

function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  if (webHost(address) === undefined) return children;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
