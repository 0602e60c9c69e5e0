import { rightToLeft, shownParts } from './hidden-characters.ts';
import classes from './ShownText.module.css';

/**
 * A text that somebody else has chosen (a name, a file name, an address): what is not seen in it is shown as
 * a mark such as `U+200B`, and what is written from right to left stays within it.
 */
export function ShownText({ text, lines = false }: { text: string; lines?: boolean }) {
  const parts = shownParts(text, lines);
  const shown = parts.every(({ isMark }) => !isMark)
    ? text
    : parts.map((part, index) =>
        part.isMark ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
          <span key={index} className={classes.mark} title="A character that is not seen">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      );
  return rightToLeft.test(text) ? <bdi>{shown}</bdi> : shown;
}
