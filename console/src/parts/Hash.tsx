import { useState } from 'react';
import { ShownText } from './ShownText.tsx';
import classes from './text.module.css';

/** A hash, shortened to `4dab…4567` until the user clicks it. */
function Hash({ value }: { value: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <button type="button" className={classes.hash} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? value : `${value.slice(0, 4)}…${value.slice(-4)}`}
    </button>
  );
}

/** Matches a SHA-1 or SHA-256 that is not part of a URL. */
const hashPattern = /(?<![\w/])([0-9a-f]{40}|[0-9a-f]{64})(?![\w/])/i;

/** Shows untrusted text like `ShownText`, with its hashes shortened. */
export function TextWithHashes({ text, lines }: { text: string; lines?: boolean }) {
  return text.split(hashPattern).map((part, index) =>
    // A split by a pattern with a capturing group has the matches at the odd indexes.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <Hash key={index} value={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <ShownText key={index} text={part} {...(lines && { lines })} />
    ),
  );
}
