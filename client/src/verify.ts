import { hex, sha256, webCrypto } from './hashes.ts';

// Checks what the registry signs about its audit trail, without trusting the registry: C2SP signed notes,
// checkpoints and proofs, RFC 6962 trees. Works wherever WebCrypto has Ed25519.

/** Thrown when a note, key or proof is malformed or does not prove what it is meant to prove. */
export class InvalidProof extends Error {
  override readonly name = 'InvalidProof';
}

/**
 * What a checkpoint states: the audit trail of the registry `origin` had `size` events, and `root` is the
 * root hash of the Merkle tree over them.
 */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

interface Verifier {
  readonly name: string;
  readonly keyId: string;
  readonly publicKey: Uint8Array;
}

const ed25519 = 1;
const hashBytes = 32;
const mostSignatures = 100;

/**
 * Reads a checkpoint, and checks its signature.
 * @param key the public key as the registry gives it: `<name>+<key id>+<base64>`
 * @throws InvalidProof
 */
export async function verifyCheckpoint(note: string, key: string): Promise<Checkpoint> {
  const verifier = await readVerifier(key);
  const checkpoint = readCheckpoint(await signedText(note, verifier));
  if (checkpoint.origin === verifier.name) return checkpoint;
  throw new InvalidProof(`It is a checkpoint of ${checkpoint.origin}, not of ${verifier.name}.`);
}

/**
 * Checks a proof that an event is in the audit trail.
 * @param proof a C2SP tlog-proof, as `modelref audit prove <event>` makes it
 * @returns the event as it is in the trail, its index, and the checkpoint of the tree that has it
 * @throws InvalidProof
 */
export async function verifyInclusion(
  proof: string,
  key: string,
): Promise<{ event: string; index: number; checkpoint: Checkpoint }> {
  const { lines, note } = parts(proof);
  const [header, extra = '', place = '', ...rest] = lines;
  if (header !== 'c2sp.org/tlog-proof@v1') throw new InvalidProof('It is no proof of an event.');
  const checkpoint = await verifyCheckpoint(note, key);
  const entry = base64(extra.replace(/^extra /, ''));
  const index = numberBehind('index ', place);
  if (!entry || index === null) throw new InvalidProof('Its event or its place cannot be read.');
  const { size, root } = checkpoint;
  const leaf = await sha256(joined(Uint8Array.of(0), entry));
  if (!(await includes(readHashes(rest), { leaf, index, size, root }))) {
    throw new InvalidProof(`It does not show that its event is among the ${size} of its checkpoint.`);
  }
  return { event: new TextDecoder().decode(entry), index, checkpoint };
}

/**
 * Checks that the trail still begins with the events of an earlier checkpoint, unchanged.
 * @param proof the proof that `modelref audit prove --extends` writes
 * @returns the later checkpoint: keep it for the next check
 * @throws InvalidProof
 */
export async function verifyGrowth(proof: string, earlierNote: string, key: string): Promise<Checkpoint> {
  const { lines, note } = parts(proof);
  const [first = '', ...rest] = lines;
  const earlier = await verifyCheckpoint(earlierNote, key);
  const later = await verifyCheckpoint(note, key);
  const from = numberBehind('old ', first);
  if (from !== earlier.size || !(await extendsTree(readHashes(rest), earlier, later))) {
    throw new InvalidProof(
      `It does not show that the ${later.size} events begin with the ${earlier.size} of the earlier checkpoint.`,
    );
  }
  return later;
}

async function readVerifier(text: string): Promise<Verifier> {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = base64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ed25519) {
    throw new InvalidProof('The key is not one of an Ed25519 verifier: <name>+<8 hex digits>+<base64>.');
  }
  const named = joined(new TextEncoder().encode(`${name}\n`), bytes);
  const keyId = hex((await sha256(named)).subarray(0, 4));
  if (keyId !== id) throw new InvalidProof(`The key is damaged: its id should be ${keyId}.`);
  return { name, keyId, publicKey: bytes.subarray(1) };
}

/**
 * Gives the text of a signed note, without its signatures. Ignores signatures by other keys.
 * @throws InvalidProof when the note has no valid signature by the key of the verifier
 */
async function signedText(note: string, { name, keyId, publicKey }: Verifier): Promise<string> {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2, -1).split('\n');
  const forbidden = [...note].some((character) => character < ' ' && character !== '\n');
  if (end < 0 || !note.endsWith('\n') || forbidden || lines.length > mostSignatures) {
    throw new InvalidProof('It is not a signed note: a text, an empty line, and lines of signatures.');
  }
  const text = note.slice(0, end + 1);
  const key = await webCrypto().importKey(
    'raw',
    publicKey as Uint8Array<ArrayBuffer>,
    { name: 'Ed25519' },
    false,
    ['verify'],
  );
  let own = 0;
  for (const line of lines) {
    const [, signer, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = base64(encoded);
    if (!bytes || bytes.length <= 4) throw new InvalidProof(`'${line}' is not a line with a signature.`);
    if (signer !== name || hex(bytes.subarray(0, 4)) !== keyId) continue;
    own += 1;
    const [signature, signed] = [bytes.slice(4), new TextEncoder().encode(text)];
    if (!(await webCrypto().verify({ name: 'Ed25519' }, key, signature, signed))) {
      throw new InvalidProof(`Its signature by ${name} is wrong: the text was altered after signing.`);
    }
  }
  if (own === 0) throw new InvalidProof(`It is not signed by the key of ${name} (${keyId}).`);
  return text;
}

function readCheckpoint(text: string): Checkpoint {
  const [origin = '', lines = '', encoded = ''] = text.split('\n');
  const [size, root] = [numberBehind('', lines), base64(encoded)];
  if (origin === '' || size === null || root?.length !== hashBytes) {
    throw new InvalidProof('It is not a checkpoint: origin, number of events, root hash.');
  }
  return { origin, size, root };
}

function parts(proof: string): { lines: string[]; note: string } {
  const end = Math.max(proof.indexOf('\n\n'), 0);
  return { lines: proof.slice(0, end).split('\n'), note: proof.slice(end + 2) };
}

function readHashes(lines: readonly string[]): Uint8Array[] {
  return lines.map((line) => {
    const hash = base64(line);
    if (hash?.length === hashBytes) return hash;
    throw new InvalidProof(`'${line}' is not a hash.`);
  });
}

function numberBehind(word: string, line: string): number | null {
  const digits = line.startsWith(word) ? line.slice(word.length) : '';
  return /^(0|[1-9]\d*)$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : null;
}

/** Decodes base64. Null for a text that is not base64, or not exactly as an encoder writes it. */
function base64(text: string): Uint8Array | null {
  try {
    const bytes = atob(text);
    return btoa(bytes) === text ? Uint8Array.from(bytes, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const node = (left: Uint8Array, right: Uint8Array) => sha256(joined(Uint8Array.of(1), left, right));
const same = (one: Uint8Array, other: Uint8Array) => hex(one) === hex(other);
/** Halves a number and rounds down. A bit shift would fail from 2³¹ on. */
const half = (number: number) => Math.floor(number / 2);

/** Tells whether a proof shows that the tree has the leaf: RFC 9162, 2.1.3.2. */
async function includes(
  proof: readonly Uint8Array[],
  { leaf, index, size, root }: { leaf: Uint8Array; index: number; size: number; root: Uint8Array },
): Promise<boolean> {
  if (index >= size) return false;
  let [place, last, found] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      found = await node(sibling, found);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      found = await node(found, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(found, root);
}

/** Tells whether a proof shows that the later tree only adds leaves to the earlier one: RFC 9162, 2.1.4.2. */
async function extendsTree(
  proof: readonly Uint8Array[],
  earlier: Checkpoint,
  later: Checkpoint,
): Promise<boolean> {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && same(earlier.root, later.root);
  if (earlier.size === 0) return proof.length === 0;
  let [place, last] = [earlier.size - 1, later.size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  // The root of a full subtree is the checker's own earlier root: the proof does not repeat it.
  const [first, ...others] = place === 0 ? [earlier.root, ...proof] : proof;
  if (first === undefined) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of others) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [oldRoot, newRoot] = [await node(sibling, oldRoot), await node(sibling, newRoot)];
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newRoot = await node(newRoot, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(oldRoot, earlier.root) && same(newRoot, later.root);
}
