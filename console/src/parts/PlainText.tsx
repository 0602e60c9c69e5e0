import { ShownText } from './ShownText.tsx';
import { WebLink } from './WebLink.tsx';

const addressPattern = /https?:\/\/[^\s<>"]+/g;
/** Punctuation after a URL that belongs to the sentence, not to the URL. */
const trailingPunctuation = /[.,;:!?)\]}'’”]+$/;

/** Splits a text into URLs and the texts between them. */
function splitAtAddresses(text: string): { text: string; isAddress: boolean; at: number }[] {
  const parts: { text: string; isAddress: boolean; at: number }[] = [];
  let end = 0;
  for (const match of text.matchAll(addressPattern)) {
    const link = match[0].replace(trailingPunctuation, '');
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isAddress: false, at: end });
    parts.push({ text: link, isAddress: true, at: match.index });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isAddress: false, at: end });
  return parts;
}

/** Shows user-written text as plain text, with URLs as links. */
export function PlainText({ text }: { text: string }) {
  return splitAtAddresses(text).map((piece) =>
    piece.isAddress ? (
      <WebLink key={piece.at} address={piece.text} />
    ) : (
      <ShownText key={piece.at} text={piece.text} lines />
    ),
  );
}
