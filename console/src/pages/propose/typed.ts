import type { RecordDraft } from '#client';
import { discardFormDraft, type FormPlace, storedEditAt, storeFormDraft } from '../../api/form-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/**
 * The user's unsent input in a form: what they typed at an earlier visit, and functions that keep or drop
 * what they type now.
 */
export interface Typed {
  /**
   * The record with the edits of the earlier visit. If the live record has changed since that visit, the
   * edits are applied to the new one. Undefined when there are no such edits.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly done: () => void;
}

/**
 * Returns the user's unsent input in the form at `place`.
 * @param start the record with which the form starts when there is no such input
 */
export function typedFor(place: FormPlace, start: RecordDraft): Typed {
  const before = storedEditAt(place);
  return {
    left: before && rebased(before.base, before.record, start),
    onEdit: (record) =>
      sameJson(record, start) ? discardFormDraft(place) : storeFormDraft({ place, base: start, record }),
    done: () => discardFormDraft(place),
  };
}
