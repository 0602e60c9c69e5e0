import { ShownText } from './ShownText.tsx';
import { WebLink } from './WebLink.tsx';

const address = /https?:\/\/[^\s<>"]+/g;
/** Punctuation after a URL that belongs to the sentence, not to the URL. */
const trailing = /[.,;:!?)\]}'’”]+$/;

/** Splits a text into URLs and the texts between them. */
function textParts(text: string): { text: string; isAddress: boolean; at: number }[] {
  const found: { text: string; isAddress: boolean; at: number }[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(trailing, '');
    if (match.index > end) found.push({ text: text.slice(end, match.index), isAddress: false, at: end });
    found.push({ text: link, isAddress: true, at: match.index });
    end = match.index + link.length;
  }
  if (end < text.length) found.push({ text: text.slice(end), isAddress: false, at: end });
  return found;
}

/** Shows user-written text as plain text, with URLs as links. */
export function PlainText({ text }: { text: string }) {
  return textParts(text).map((piece) =>
    piece.isAddress ? (
      <WebLink key={piece.at} address={piece.text} />
    ) : (
      <ShownText key={piece.at} text={piece.text} lines />
    ),
  );
}
