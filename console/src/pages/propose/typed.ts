import type { RecordDraft } from '#client';
import { type FormPlace, keepTyped, throwAwayTyped, typedAt } from '../../api/typed-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/**
 * The edits that the user typed into a form at an earlier visit, and the functions that keep or drop the
 * form's edits.
 */
export interface Typed {
  /**
   * The earlier edits, repeated on the record that the form starts with now, because the live record may be
   * newer. Undefined when there are no earlier edits.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly done: () => void;
}

/**
 * Gives the edits of an earlier visit to the form at `place`, and the functions that keep or drop its edits.
 * @param start the record that the form starts with
 */
export function typedFor(place: FormPlace, start: RecordDraft): Typed {
  const before = typedAt(place);
  return {
    left: before && rebased(before.base, before.record, start),
    onEdit: (record) =>
      sameJson(record, start) ? throwAwayTyped(place) : keepTyped({ place, base: start, record }),
    done: () => throwAwayTyped(place),
  };
}
