import {
  createNoteError,
  openNote,
  readBase64,
  type Signer,
  signNote,
  type Verifier,
} from './signed-note.ts';

/**
 * A state of the audit trail, which a registry signs. It names one event; through the hash chain, the event's
 * hash also covers all events before it.
 */
export interface Checkpoint {
  /** The name of the trail, which is the name of the signing key. */
  readonly origin: string;
  readonly event_id: number;
  /** The event's hash in the chain: SHA-256 as 64 hex digits. */
  readonly hash: string;
  /** When the event was appended, in Unix seconds. */
  readonly time: number;
}

/** Returns a checkpoint as a signed note. The name of the signer becomes the checkpoint's origin. */
export function signCheckpoint({ event_id, hash, time }: Omit<Checkpoint, 'origin'>, signer: Signer): string {
  return signNote(`${signer.name}\n${event_id}\n${hash}\n${time}\n`, signer);
}

/**
 * Reads a checkpoint and verifies its signature.
 *
 * @throws RegistryError `bad_request` when the text is not a checkpoint, lacks the verifier's signature, or
 *   is a checkpoint of 0.3.0 or earlier
 */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const lines = openNote(note, verifier).split('\n');
  const [origin = '', id = '', hash = '', seconds = ''] = lines;
  if (origin !== verifier.name) {
    throw createNoteError(`the checkpoint has the wrong origin: expected ${verifier.name}; found ${origin}`);
  }
  const [event_id, time] = [parseWholeNumber(id), parseWholeNumber(seconds)];
  // Releases up to 0.3.0 signed the number of events, and 32 bytes in base64 that are not a hash of the
  // chain.
  if (event_id !== null && readBase64(hash)?.length === 32) {
    throw createNoteError(
      `the checkpoint of ${event_id} events has the format of release 0.3.0 or earlier, which is not supported. ` +
        'Check it with release 0.3.0: modelref audit verify <dir> --extends <file>, where <dir> is what modelref audit export writes',
    );
  }
  // The last of the five lines is the empty text after the last line feed.
  if (!event_id || time === null || !/^[0-9a-f]{64}$/.test(hash) || lines.length !== 5) {
    throw createNoteError('the text is not a checkpoint; expected four lines: origin, event id, hash, time');
  }
  return { origin, event_id, hash, time };
}

function parseWholeNumber(digits: string): number | null {
  const number = Number(digits);
  return /^(0|[1-9]\d*)$/.test(digits) && Number.isSafeInteger(number) ? number : null;
}
