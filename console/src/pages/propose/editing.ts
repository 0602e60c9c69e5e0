import { createContext, useContext } from 'react';
import type { Path } from './draft.ts';
import type { FieldOrigin } from './paste/origin.ts';
import type { Field } from './record-fields.ts';

/** The state shared by the controls of a record's form. */
export interface Editing {
  readonly valueAt: (path: Path) => unknown;
  /**
   * Sets the value at a path; `undefined` removes it. `unedited` marks a newly added, empty row, which does
   * not show its problems yet.
   */
  readonly set: (path: Path, value: unknown, how?: 'unedited') => void;
  /** Marks a field as left by the user. It shows its problems from then on. */
  readonly leave: (path: Path) => void;
  /** Returns the messages of the problems that the control at a path shows. */
  readonly problemsAt: (path: Path) => readonly string[];
  readonly suggestionsFor: (path: Path, field: Field) => readonly string[];
  /**
   * Returns the source of the value at a path if a draft filled it in and the user has not edited it;
   * otherwise null.
   */
  readonly originAt: (path: Path) => FieldOrigin | null;
  readonly isFixed: (path: Path) => boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('There is no record being edited above this component.');
  return editing;
}

/** Returns the id of a field's control, which problems link to. */
export function fieldId(path: Path): string {
  return `field-${path.join('.')}`;
}
