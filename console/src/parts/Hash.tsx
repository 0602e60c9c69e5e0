import { useState } from 'react';
import { ShownText } from './ShownText.tsx';
import classes from './text.module.css';

/** A hash as `4dab…4567`; whole once somebody clicks it. */
function Hash({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <button type="button" className={classes.hash} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? value : `${value.slice(0, 4)}…${value.slice(-4)}`}
    </button>
  );
}

/** Matches a SHA-1 or SHA-256 that is not part of an address. */
const hashes = /(?<![\w/])([0-9a-f]{40}|[0-9a-f]{64})(?![\w/])/i;

/** Shows a text that another person wrote, as `ShownText` does, with its hashes shortened. */
export function TextWithHashes({ text, lines }: { text: string; lines?: boolean }) {
  return text.split(hashes).map((part, index) =>
    // A split at a pattern with a group has the matches at the odd places.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <Hash key={index} value={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <ShownText key={index} text={part} {...(lines && { lines })} />
    ),
  );
}
