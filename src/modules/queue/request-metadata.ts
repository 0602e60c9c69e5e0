import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type DraftNote, draftNote } from '../../records/draft-note.ts';
import type { ListedChange, StoredChange } from './pending-change.ts';

type Metadata = Pick<StoredChange, 'request_metadata'>;

/**
 * Marks a change whose legacy payload is the complete stored record. Without this mark, a legacy payload is
 * the request body of a v1 client.
 */
export const wholeRecordMetadata = { whole_record: true } as const;

export function isWholeRecord({ request_metadata }: Metadata): boolean {
  return request_metadata?.whole_record === true;
}

/** Returns the metadata of a change that restores a model to its state just before an event. */
export function createRestoreMetadata(eventId: number): JsonObject {
  return { restores_before_event: eventId };
}

/**
 * If a change restores its model to the state just before an event, returns the id of this event; null
 * otherwise.
 */
export function readRestoredEventId({ request_metadata }: Metadata): number | null {
  const id = request_metadata?.restores_before_event;
  return typeof id === 'number' ? id : null;
}

/**
 * Creates the part of a change's `request_metadata` with the notes of the record's draft; empty when there
 * was no draft.
 */
export function createDraftMetadata(notes: readonly DraftNote[] | null): JsonObject {
  return notes === null ? {} : { draft: { notes: notes.map((note) => ({ ...note })) } };
}

const storedMetadata = z.object({ notes: z.array(draftNote) });

/** Returns the notes of the draft that a change was created from; empty when there was none. */
export function readDraftNotes({ request_metadata }: Metadata): readonly DraftNote[] {
  return storedMetadata.safeParse(request_metadata?.draft).data?.notes ?? [];
}

/**
 * Id of the operation that proposes repairs of files in records. A repair sets the URL, size or hash of a
 * file, as suggested by the response of the file's host.
 */
export const repairRoute = 'propose_file_repairs';

/** Returns whether a change was proposed by the operation `repairRoute` and still has its first version. */
export function isUntouchedRepair({
  version,
  request_metadata,
}: Pick<ListedChange, 'version' | 'request_metadata'>): boolean {
  return version === 1 && request_metadata?.route === repairRoute;
}

/**
 * Returns a change's metadata for its new version. Omits `restores_before_event`, `whole_record` and
 * `follows_rename`, which mark a record created by the server: the record of a new version comes from a
 * client.
 */
export function createRevisedMetadata({ request_metadata }: Metadata): JsonObject {
  const {
    restores_before_event: _restored,
    whole_record: _whole,
    follows_rename: _follows,
    ...rest
  } = request_metadata ?? {};
  return rest;
}
