import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import classes from '../propose.module.css';

/** Shows the problems of a value without an input of its own, such as a list of files. */
export function FieldProblems({ path }: { path: Path }) {
  const texts = useEditing().problemsAt(path);
  if (texts.length === 0) return null;
  return <p className={classes.problem}>{texts.join('; ')}</p>;
}
