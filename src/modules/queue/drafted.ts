import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type DraftNote, draftNote } from '../../records/draft-note.ts';
import type { Tx } from '../../store/tx.ts';

/**
 * Finds the draft from which the account `owner` made a record, and returns the notes of the draft. Null when
 * the account has no such draft.
 */
export type DraftedNotes = (
  reader: Tx,
  owner: string,
  record: JsonObject,
) => Promise<readonly DraftNote[] | null>;

/**
 * Makes the part of a change's `request_metadata` that keeps the notes of the draft behind the record.
 * Returns an empty object when there was no draft.
 */
export function draftMetadata(notes: readonly DraftNote[] | null): JsonObject {
  return notes === null ? {} : { draft: { notes: notes.map((note) => ({ ...note })) } };
}

const kept = z.object({ notes: z.array(draftNote) });

/** Gives the notes of the draft from which a change was made; empty when it was made without a draft. */
export function notesOfChange(metadata: JsonObject | null): readonly DraftNote[] {
  return kept.safeParse(metadata?.draft).data?.notes ?? [];
}
