import { createContext, useContext } from 'react';
import type { Path } from './draft.ts';
import type { FieldOrigin } from './paste/origin.ts';
import type { Field } from './record-fields.ts';

/** The state that the controls of a record's form share. */
export interface Editing {
  readonly valueAt: (path: Path) => unknown;
  /**
   * Sets the value at a path; `undefined` removes it. `unedited` says that the value is a row just added, in
   * which nothing is typed yet: its problems are not shown.
   */
  readonly set: (path: Path, value: unknown, how?: 'unedited') => void;
  /** Notes that the user has left a field: from then on, the field shows its problems. */
  readonly leave: (path: Path) => void;
  /** Gives the problems that a control shows about its value. */
  readonly problemsAt: (path: Path) => readonly string[];
  readonly suggestionsFor: (path: Path, field: Field) => readonly string[];
  /**
   * Gives the source from which a draft took the value at a path. Null if no draft filled it in, or the user
   * has edited it.
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
