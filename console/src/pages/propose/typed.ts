import type { RecordDraft } from '#client';
import { discardFormDraft, type FormPlace, findStoredEdit, storeFormDraft } from '../../api/form-drafts.ts';
import { isEqualJson, rebaseDraft } from './draft.ts';

/** The user's unsent input in a form: earlier edits, and functions that store or discard the current ones. */
export interface UnsentInput {
  /**
   * The record with the earlier edits, rebased on the current live record if that has changed since.
   * Undefined without such edits.
   */
  readonly storedEdits: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  readonly discard: () => void;
}

/**
 * Returns the user's unsent input in the form at `place`.
 * @param start the record that the form starts with if there is none
 */
export function openUnsentInput(place: FormPlace, start: RecordDraft): UnsentInput {
  const storedEdit = findStoredEdit(place);
  return {
    storedEdits: storedEdit && rebaseDraft(storedEdit.base, storedEdit.record, start),
    onEdit: (record) =>
      isEqualJson(record, start) ? discardFormDraft(place) : storeFormDraft({ place, base: start, record }),
    discard: () => discardFormDraft(place),
  };
}
