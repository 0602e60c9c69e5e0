import { createContext, useContext } from 'react';
import type { Path } from './draft.ts';
import type { FieldOrigin } from './paste/origin.ts';
import type { Problem } from './problems.ts';
import type { Field } from './record-fields.ts';

/** What the controls of a record's form share. */
export interface Editing {
  readonly valueAt: (path: Path) => unknown;
  /** `undefined` takes the value away. Rows that are added are not typed in yet: they are not `edited`. */
  readonly set: (path: Path, value: unknown, how?: 'unedited') => void;
  readonly problems: readonly Problem[];
  readonly suggestionsFor: (path: Path, field: Field) => readonly string[];
  /** What said the value, while it is as a draft filled it in. */
  readonly originAt: (path: Path) => FieldOrigin | null;
  readonly isFixed: (path: Path) => boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('There is no record being edited above this component.');
  return editing;
}

/** The id of a field's control, so that a problem can lead to it. */
export function fieldId(path: Path): string {
  return `field-${path.join('.')}`;
}
