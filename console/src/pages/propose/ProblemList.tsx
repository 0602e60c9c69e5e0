import { Alert } from '@mantine/core';
import { pathLabel } from '../../parts/field-names.ts';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { fieldId } from './editing.ts';
import classes from './ProblemList.module.css';
import type { Problem } from './problems.ts';

/** All problems of the record; each leads to its field. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<Icon name="warning" />}
      title={`${plural(problems.length, 'field')} cannot be accepted like this`}
    >
      <ul className={classes.list}>
        {problems.map(({ path, message }) => (
          <li key={`${path.join('.')} ${message}`}>
            <button type="button" className={classes.jump} onClick={() => focusField(path)}>
              {path.length > 0 ? pathLabel(path) : 'Record'}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Focuses the control of a path, or of the innermost object around it. */
export function focusField(path: Problem['path']): void {
  for (let length = path.length; length > 0; length -= 1) {
    const control = document.getElementById(fieldId(path.slice(0, length)));
    if (control === null) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    return;
  }
}
