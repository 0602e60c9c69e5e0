import { rightToLeftLetter, shownParts } from './hidden-characters.ts';
import classes from './text.module.css';

/**
 * Shows untrusted text, such as a name, file name or URL. Invisible characters appear as marks such as
 * `U+200B`, and right-to-left text does not reorder the text around it.
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
  return rightToLeftLetter.test(text) ? <bdi>{shown}</bdi> : shown;
}
