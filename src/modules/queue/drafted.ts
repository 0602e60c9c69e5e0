import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type DraftNote, draftNote } from '../../records/draft-note.ts';
import type { Tx } from '../../store/tx.ts';

/** Reads the notes of the account's draft of that record; null where the account made no draft of it. */
export type DraftedNotes = (
  reader: Tx,
  owner: string,
  record: JsonObject,
) => Promise<readonly DraftNote[] | null>;

/** Gives the metadata that a change keeps of the draft behind its record; empty without a draft. */
export function draftMetadata(notes: readonly DraftNote[] | null): JsonObject {
  return notes === null ? {} : { draft: { notes: notes.map((note) => ({ ...note })) } };
}

const kept = z.object({ notes: z.array(draftNote) });

/** The notes of the draft that a change was made from; none where it was made from none. */
export function notesOfChange(metadata: JsonObject | null): readonly DraftNote[] {
  return kept.safeParse(metadata?.draft).data?.notes ?? [];
}
