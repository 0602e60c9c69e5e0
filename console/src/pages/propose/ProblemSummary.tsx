import { Alert } from '@mantine/core';
import { pathLabel } from '../../parts/field-names.ts';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { type Path, pathText } from './draft.ts';
import { fieldId } from './editing.ts';
import type { ProblemsByControl } from './problems.ts';
import classes from './propose.module.css';

/**
 * Lists the problems of a record: links to the form controls that show a problem, and the texts of all other
 * problems.
 */
export function ProblemSummary({ problems: { paths, otherMessages } }: { problems: ProblemsByControl }) {
  if (paths.length === 0 && otherMessages.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<Icon name="warning" />}
      title={
        paths.length > 0
          ? `${plural(paths.length, 'field')} cannot be accepted like this`
          : 'This cannot be accepted'
      }
    >
      <ul className={classes.problems}>
        {paths.map((path) => (
          <li key={pathText(path)}>
            <button type="button" className={layout.jump} onClick={() => focusField(path)}>
              {pathLabel(path)}
            </button>
          </li>
        ))}
        {otherMessages.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}

/**
 * Focuses the control of the field at a path and scrolls to it. If the field has no control, uses the control
 * of the nearest enclosing object that has one.
 */
export function focusField(path: Path): void {
  for (let length = path.length; length > 0; length -= 1) {
    const control = document.getElementById(fieldId(path.slice(0, length)));
    if (control === null) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    return;
  }
}
