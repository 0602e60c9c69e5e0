import { rightToLeft, shownParts } from './hidden-characters.ts';
import classes from './text.module.css';

/**
 * A text by somebody else (a name, a file name, an address). Invisible characters are shown as marks such as
 * `U+200B`, and right-to-left text cannot affect the text around it.
 */
export function ShownText({ text, lines = false }: { text: string; lines?: boolean }) {
  const parts = shownParts(text, lines);
  const shown = parts.every(({ isMark }) => !isMark)
    ? text
    : parts.map((part, index) =>
        part.isMark ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
          <span key={index} className={classes.mark} title="An invisible character">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      );
  return rightToLeft.test(text) ? <bdi>{shown}</bdi> : shown;
}
