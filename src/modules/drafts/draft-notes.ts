import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { type DraftNote, draftNote } from '../../records/draft-note.ts';
import { createAddressKey } from '../../records/files/host-address.ts';
import { filesOfRecord } from '../../records/files/record-file.ts';
import { contentHash } from '../../records/hash.ts';
import type { Tx } from '../../store/tx.ts';
import type { Draft } from './draft.ts';
import { draftStore } from './store.ts';

/**
 * The stored notes of a draft. `value` is the hash of a field's value in the draft. It is null if the field was
 * empty, and for a note without a field.
 */
const storedNote = z.array(draftNote.extend({ value: z.string().nullable() }));
type StoredNote = z.infer<typeof storedNote>[number];

/** Largest length of a stored note, in characters. Longer ones are truncated. */
const maxNoteLength = 500;

/**
 * Converts the notes of a draft to their stored form. Each stored note has a hash of the value of its field.
 * Adds a note for each guessed field.
 */
export function createStoredNotes({
  record,
  notes,
  sources,
}: Pick<Draft, 'record' | 'notes' | 'sources'>): StoredNote[] {
  const guesses = Object.entries(sources)
    .filter(([, { certainty }]) => certainty === 'guess')
    .map(([field_path, { source }]) => ({ field_path, message: `A guess, by ${source}.`, open: false }));
  return [...notes, ...guesses].map(({ field_path, message, open }) => ({
    field_path,
    message: message.slice(0, maxNoteLength),
    open,
    value: hashValueAt(record, field_path),
  }));
}

/**
 * Lists the URLs by which the stored notes on a record are found: the URLs of its files or, if it has no files,
 * of its pages. New notes are stored under the first of these URLs.
 */
export function listNoteUrls(record: JsonObject): string[] {
  const files = filesOfRecord('', '', record).flatMap(({ url, host }) =>
    host === null ? [] : createAddressKey(url),
  );
  if (files.length > 0) return [...new Set(files)];
  return [record.url, record.homepage].flatMap((page) =>
    typeof page === 'string' && page !== '' ? page : [],
  );
}

/**
 * Returns the notes on the account's latest draft of a record; null if the account has made no draft of it.
 * Omits a note if the value of its field has changed since, unless the note is open.
 */
export async function findDraftNotes(
  reader: Tx,
  owner: string,
  record: JsonObject,
): Promise<DraftNote[] | null> {
  const notesText = await draftStore(reader).getLatest(owner, listNoteUrls(record));
  if (notesText === null) return null;
  return (storedNote.safeParse(JSON.parse(notesText)).data ?? [])
    .filter(({ field_path, value, open }) => open || value === hashValueAt(record, field_path))
    .map(({ value: _value, ...note }) => note);
}

function hashValueAt(record: JsonObject, path: string | null): string | null {
  if (path === null) return null;
  let value: JsonValue | undefined = record;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as JsonObject)[step];
  }
  return value === undefined || value === null ? null : contentHash(formatCanonicalJson(value));
}
