import type { RecordDraft } from '#client';
import { discardFormDraft, type FormPlace, storedEditAt, storeFormDraft } from '../../api/form-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/** The user's unsent input in a form: earlier edits, and functions that store or discard the current ones. */
export interface Typed {
  /**
   * The record with the earlier edits, rebased on the current live record if that has changed since.
   * Undefined without such edits.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly done: () => void;
}

/**
 * Returns the user's unsent input in the form at `place`.
 * @param start the record that the form starts with if there is none
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
