import { RegistryError } from '../../kernel/errors.ts';
import { signCheckpoint } from '../../kernel/transparency/checkpoint.ts';
import { formatVerifier, type Signer } from '../../kernel/transparency/signed-note.ts';
import { createDamagedError } from '../../store/json-column.ts';
import type { Store } from '../../store/store.ts';
import { hashEvent } from './event.ts';
import { auditStore } from './store.ts';

/** Signs checkpoints: statements about the newest event of the audit trail. */
export interface Checkpoints {
  /**
   * Returns a checkpoint of the newest event, as a signed note. All instances with the same key return the
   * same note until another event is appended.
   *
   * @throws RegistryError `not_found` when there is no event; DamagedError when the newest event was altered
   */
  latest(): Promise<string>;
  /** The public part of the signing key, in the format of `formatVerifier`. */
  readonly key: string;
}

export function createCheckpoints({ store, signer }: { store: Store; signer: Signer }): Checkpoints {
  /** Caches the last signed note. Each event is read and signed only once. */
  let last = { hash: '', note: '' };
  return {
    key: formatVerifier(signer),

    latest: () =>
      store.read(async (reader) => {
        const { event_id, hash } = await auditStore(reader).head();
        if (event_id === 0) {
          throw new RegistryError('not_found', 'There is no checkpoint yet: the audit trail is empty.');
        }
        if (last.hash === hash) return last.note;
        const [event] = await auditStore(reader).events({ after: event_id - 1 }, 1);
        if (event?.event_id !== event_id || event.hash !== hash || hashEvent(event) !== hash) {
          throw createDamagedError(
            `audit event ${event_id}`,
            'is missing or was altered: run modelref audit verify',
          );
        }
        const signedNote = signCheckpoint({ event_id, hash, time: event.timestamp }, signer);
        last = { hash, note: signedNote };
        return signedNote;
      }),
  };
}
