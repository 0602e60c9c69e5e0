import type { RecordDraft } from '#client';
import { type FormPlace, keepTyped, throwAwayTyped, typedAt } from '../../api/typed-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/** The edits that were typed into a form before, and the functions that keep or drop the form's edits. */
export interface Typed {
  /**
   * The earlier edits, put onto the record that the form starts with now: the live record may be newer. Undefined
   * when there are none.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly done: () => void;
}

/** @param start the record that the form starts with */
export function typedFor(place: FormPlace, start: RecordDraft): Typed {
  const before = typedAt(place);
  return {
    left: before && rebased(before.base, before.record, start),
    onEdit: (record) =>
      sameJson(record, start) ? throwAwayTyped(place) : keepTyped({ place, base: start, record }),
    done: () => throwAwayTyped(place),
  };
}
