import type { RecordDraft } from '#client';
import { type FormPlace, keepTyped, throwAwayTyped, typedAt } from '../../api/typed-drafts.ts';
import { rebased, sameJson } from './draft.ts';

/** What was typed into a form before, and where its edits go. */
export interface Typed {
  /** Put onto the record that the form starts with now: the live one may be newer. */
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
