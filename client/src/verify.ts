import { hex, sha256, webCrypto } from './hashes.ts';

// Checks the registry's signed checkpoints of its audit trail (C2SP signed notes). Works wherever WebCrypto
// has Ed25519.

/** Thrown when a checkpoint or a key is malformed, or the signature is missing or wrong. */
export class InvalidCheckpoint extends Error {
  override readonly name = 'InvalidCheckpoint';
}

/**
 * The state of an audit trail, as signed by a checkpoint. The checkpoint names one event. The hash
 * of that event also covers all events before it, because the hashes form a chain.
 */
export interface Checkpoint {
  /** The name of the trail. */
  readonly origin: string;
  readonly eventId: number;
  /** The event's hash in the chain: SHA-256 as 64 hex digits. */
  readonly hash: string;
  /** When the event was appended, in Unix seconds. */
  readonly time: number;
}

interface Verifier {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: Uint8Array;
}

const ed25519Algorithm = 1;
const maxSignatures = 100;

/**
 * Parses a checkpoint, and checks its signature.
 * @param key the public key as the registry returns it: `<name>+<key id>+<base64>`
 * @throws InvalidCheckpoint
 */
export async function verifyCheckpoint(note: string, key: string): Promise<Checkpoint> {
  const verifier = await readVerifier(key);
  const checkpoint = readCheckpoint(await verifyNote(note, verifier));
  if (checkpoint.origin === verifier.name) return checkpoint;
  throw new InvalidCheckpoint(
    `The checkpoint has the wrong origin: expected ${verifier.name}; found ${checkpoint.origin}.`,
  );
}

/**
 * Returns the text of a signed note after checking the signature.
 * @param key the public key: `<name>+<key id>+<base64>`
 * @throws InvalidCheckpoint
 */
export async function openNote(note: string, key: string): Promise<string> {
  return verifyNote(note, await readVerifier(key));
}

async function readVerifier(text: string): Promise<Verifier> {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = decodeBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ed25519Algorithm) {
    throw new InvalidCheckpoint(
      'The key is not a public key of checkpoints; expected <name>+<8 hex digits>+<base64>, with an Ed25519 key.',
    );
  }
  const keyData = concatBytes(new TextEncoder().encode(`${name}\n`), bytes);
  const keyId = hex((await sha256(keyData)).subarray(0, 4));
  if (keyId !== id)
    throw new InvalidCheckpoint(`The key does not match its id: expected ${keyId}; found ${id}.`);
  return { name, keyId, publicKey: bytes.subarray(1) };
}

/**
 * Returns the text of a signed note, without its signatures. Ignores signatures by other keys.
 * @throws InvalidCheckpoint when the note has no valid signature by the key of the verifier
 */
async function verifyNote(note: string, { name, keyId, publicKey }: Verifier): Promise<string> {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2, -1).split('\n');
  const hasForbiddenCharacter = [...note].some((character) => character < ' ' && character !== '\n');
  if (end < 0 || !note.endsWith('\n') || hasForbiddenCharacter || lines.length > maxSignatures) {
    throw new InvalidCheckpoint(
      'The text is not a signed note; expected a text, an empty line, and signature lines.',
    );
  }
  const text = note.slice(0, end + 1);
  const key = await webCrypto().importKey(
    'raw',
    publicKey as Uint8Array<ArrayBuffer>,
    { name: 'Ed25519' },
    false,
    ['verify'],
  );
  let verifiedSignatureCount = 0;
  for (const line of lines) {
    const [, signer, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = decodeBase64(encoded);
    if (!bytes || bytes.length <= 4)
      throw new InvalidCheckpoint(`'${line}' is not a signature line; expected '— <name> <base64>'.`);
    if (signer !== name || hex(bytes.subarray(0, 4)) !== keyId) continue;
    verifiedSignatureCount += 1;
    const [signature, signedBytes] = [bytes.slice(4), new TextEncoder().encode(text)];
    if (!(await webCrypto().verify({ name: 'Ed25519' }, key, signature, signedBytes))) {
      throw new InvalidCheckpoint(
        `The signature by ${name} does not match the text: the text was altered after signing.`,
      );
    }
  }
  if (verifiedSignatureCount === 0)
    throw new InvalidCheckpoint(`The text is not signed with the key of ${name} (${keyId}).`);
  return text;
}

function readCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  const [origin = '', id = '', hash = '', seconds = ''] = lines;
  const [eventId, time] = [parseWholeNumber(id), parseWholeNumber(seconds)];
  if (eventId !== null && decodeBase64(hash)?.length === 32) {
    throw new InvalidCheckpoint(
      'The checkpoint has the format of release 0.3.0 or earlier, which is not supported.',
    );
  }
  // The last of the five lines is the empty text after the last line feed.
  if (origin === '' || !eventId || time === null || !/^[0-9a-f]{64}$/.test(hash) || lines.length !== 5) {
    throw new InvalidCheckpoint(
      'The text is not a checkpoint; expected four lines: origin, event id, hash, time.',
    );
  }
  return { origin, eventId, hash, time };
}

function parseWholeNumber(digits: string): number | null {
  const number = Number(digits);
  return /^(0|[1-9]\d*)$/.test(digits) && Number.isSafeInteger(number) ? number : null;
}

/** Decodes base64. Returns null for a text that is not base64, or not in canonical form. */
function decodeBase64(text: string): Uint8Array | null {
  try {
    const bytes = atob(text);
    return btoa(bytes) === text ? Uint8Array.from(bytes, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

function concatBytes(...pieces: readonly Uint8Array[]): Uint8Array {
  const joinedBytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joinedBytes.set(piece, offset);
    offset += piece.length;
  }
  return joinedBytes;
}
