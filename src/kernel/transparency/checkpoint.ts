import { hashBytes, type TreeHead } from './merkle-tree.ts';
import {
  invalidNote,
  noteText,
  openNote,
  readBase64,
  type Signer,
  signNote,
  type Verifier,
} from './signed-note.ts';

/** The signed head of the Merkle tree over the first `size` events (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** The name of the log that signed the checkpoint. */
  readonly origin: string;
}

/** Signs a tree head, and gives the checkpoint as a signed note. Its origin is the signer's name. */
export function signCheckpoint({ size, root }: TreeHead, signer: Signer): string {
  return signNote(`${signer.name}\n${size}\n${root.toString('base64')}\n`, signer);
}

/**
 * Reads a checkpoint, and checks that it has the verifier's signature.
 * @throws RegistryError `bad_request` when the text is no checkpoint, or lacks the signature
 */
export function openCheckpoint(note: string, verifier: Verifier): Checkpoint {
  const checkpoint = readText(openNote(note, verifier));
  if (checkpoint.origin === verifier.name) return checkpoint;
  throw invalidNote(`it is a checkpoint of ${checkpoint.origin}, not of ${verifier.name}`);
}

/**
 * Reads a checkpoint without checking its signature.
 *
 * @throws RegistryError `bad_request` when the text is no checkpoint
 */
export function readCheckpoint(note: string): Checkpoint {
  return readText(noteText(note));
}

/**
 * Reads the lines of a checkpoint's signed text. Lines after the third are extensions, which this service
 * ignores.
 */
function readText(text: string): Checkpoint {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const hash = readBase64(root);
  const leaves = Number(size);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(leaves)) {
    throw invalidNote(
      'it is not a checkpoint: its lines should be the origin, the number of events, the root',
    );
  }
  if (hash?.length !== hashBytes) {
    throw invalidNote(`'${root}' is not a root hash: base64 of ${hashBytes} bytes`);
  }
  return { origin, size: leaves, root: hash };
}
