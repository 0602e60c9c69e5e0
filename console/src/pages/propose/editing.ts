import { createContext, useContext } from 'react';
import type { Path } from './draft.ts';
import type { FieldOrigin } from './paste/origin.ts';
import type { Field } from './record-fields.ts';

/** The state that the controls of a record's form share. */
export interface Editing {
  readonly valueAt: (path: Path) => unknown;
  /**
   * Sets the value at a path; `undefined` removes it. `unedited` says that the value is a row that the user
   * has just added and not filled in: its problems are not shown yet.
   */
  readonly set: (path: Path, value: unknown, how?: 'unedited') => void;
  /** Notes that the user has moved on from a field: from then on, the field shows its problems. */
  readonly leave: (path: Path) => void;
  /** Returns the messages of the problems that the control at a path shows. */
  readonly problemsAt: (path: Path) => readonly string[];
  readonly suggestionsFor: (path: Path, field: Field) => readonly string[];
  /**
   * Returns the source of the value at a path, if a draft filled in the value and the user has not edited it;
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

/** The id of a field's control; links from problems lead to this id. */
export function fieldId(path: Path): string {
  return `field-${path.join('.')}`;
}
