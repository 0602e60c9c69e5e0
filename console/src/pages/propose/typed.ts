import type { RecordDraft } from '#client';
import { type FormPlace, keepTyped, throwAwayTyped, typedAt } from '../../api/typed-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/**
 * What the user typed into a form at an earlier visit, and the functions that keep or drop what they type
 * now.
 */
export interface Typed {
  /**
   * The record with which the form starts now, with the earlier edits applied to it. The live record may have
   * changed in between. Undefined when there are no earlier edits.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly done: () => void;
}

/**
 * Gives what the user typed into the form at `place` at an earlier visit, and the functions that keep or drop
 * what they type there now.
 * @param start the record with which the form starts
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
