import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { RegistryError } from '../errors.ts';

/**
 * Creates and reads signed notes (C2SP signed-note). A signed note is a text, an empty line, and a line for
 * each signature of the text.
 */

/** The identifier of Ed25519 in the keys of signed notes. */
const ed25519 = 1;
const keyIdLength = 4;
/** The DER prefix of a 32-byte Ed25519 public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const maxSignatures = 100;

/** The public part of a signer, which verifies its signatures. */
export interface Verifier {
  readonly name: string;
  /** The first 4 bytes of a hash over name and key. They distinguish keys with the same name. */
  readonly keyId: Buffer;
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer;
}

export interface Signer extends Verifier {
  readonly privateKey: KeyObject;
}

/** @throws RegistryError `bad_request` when the name is not allowed in a note */
export function createSigner(name: string, privateKey: KeyObject): Signer {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  return { ...createVerifier(name, publicKey), privateKey };
}

function createVerifier(name: string, publicKey: Buffer): Verifier {
  if (!isKeyName(name))
    throw createNoteError(`'${name}' is not a valid key name; expected a text without spaces and +`);
  const keyId = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ed25519))
    .update(publicKey)
    .digest()
    .subarray(0, keyIdLength);
  return { name, keyId, publicKey };
}

export function isKeyName(name: string): boolean {
  return /^[^\s+\p{Cc}]+$/u.test(name);
}

/** Returns a verifier as text: `<name>+<key id>+<key>`. */
export function formatVerifier({ name, keyId, publicKey }: Verifier): string {
  const key = Buffer.concat([Buffer.of(ed25519), publicKey]);
  return `${name}+${keyId.toString('hex')}+${key.toString('base64')}`;
}

/**
 * Parses the output of `formatVerifier`.
 *
 * @throws RegistryError `bad_request` when the text has another form
 */
export function readVerifier(text: string): Verifier {
  const [, name = '', id = '', key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = readBase64(key);
  if (bytes?.length !== 33 || bytes[0] !== ed25519) {
    throw createNoteError(
      `'${text}' is not a public key of checkpoints; expected <name>+<8 hex digits>+<base64>, with an Ed25519 key`,
    );
  }
  const verifier = createVerifier(name, bytes.subarray(1));
  if (verifier.keyId.toString('hex') === id) return verifier;
  throw createNoteError(
    `the key '${text}' does not match its id; expected id: ${verifier.keyId.toString('hex')}`,
  );
}

/**
 * Signs a text; returns the signed note.
 * @param text must end with a line feed
 */
export function signNote(text: string, signer: Signer): string {
  const signature = sign(null, Buffer.from(text), signer.privateKey);
  const encodedSignature = Buffer.concat([signer.keyId, signature]).toString('base64');
  return `${text}\n— ${signer.name} ${encodedSignature}\n`;
}

/**
 * Returns the text of a note after verifying the verifier's signature. Ignores signatures of other keys.
 *
 * @throws RegistryError `bad_request` when `note` is not a signed note, or the signature is missing or wrong
 */
export function openNote(note: string, verifier: Verifier): string {
  const { text, signatures } = readNote(note);
  const ownSignatures = signatures.filter(
    ({ name, keyId }) => name === verifier.name && keyId.equals(verifier.keyId),
  );
  if (ownSignatures.length === 0) {
    const describeKey = ({ name, keyId }: Pick<Verifier, 'name' | 'keyId'>) =>
      `${name} (${keyId.toString('hex')})`;
    throw createNoteError(
      `the text is not signed with the key of ${describeKey(verifier)}; found signatures: ${signatures.map(describeKey).join(', ')}`,
    );
  }
  const key = createPublicKey({
    key: Buffer.concat([spkiPrefix, verifier.publicKey]),
    format: 'der',
    type: 'spki',
  });
  for (const { signature } of ownSignatures) {
    if (!verify(null, Buffer.from(text), key, signature)) {
      throw createNoteError(
        `the signature by ${verifier.name} does not match the text: the text was altered after signing`,
      );
    }
  }
  return text;
}

interface ParsedNote {
  /** The signed text, including its last line feed. */
  readonly text: string;
  readonly signatures: readonly { name: string; keyId: Buffer; signature: Buffer }[];
}

function readNote(note: string): ParsedNote {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(note)) {
    throw createNoteError(
      'the text is not a signed note; expected a text, an empty line, and signature lines',
    );
  }
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > maxSignatures)
    throw createNoteError(`the note must not have more than ${maxSignatures} signatures`);
  const signatures = lines.map((line) => {
    const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = readBase64(encoded);
    if (!isKeyName(name) || !bytes || bytes.length <= keyIdLength) {
      throw createNoteError(`'${line}' is not a signature line; expected '— <name> <base64>'`);
    }
    return { name, keyId: bytes.subarray(0, keyIdLength), signature: bytes.subarray(keyIdLength) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** Decodes canonical base64; returns null for any other text. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

export function createNoteError(text: string): RegistryError {
  return new RegistryError('bad_request', text);
}

/** The formats that `readSigningKey` accepts, as a phrase for error messages. */
export const signingKeyForm =
  'an Ed25519 private key as `openssl genpkey -algorithm ed25519` writes it, or the base64 between its lines';

/**
 * Reads an Ed25519 private key: PKCS #8 as PEM, or only the base64 between the lines of the PEM. Returns null
 * for any other text.
 */
export function readSigningKey(text: string): KeyObject | null {
  const base64 = text.replace(/-----(BEGIN|END) PRIVATE KEY-----/g, '').replace(/\\n|\s/g, '');
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Returns the name of a log: `modelref-` and the first digits of the public key's hash. */
export function deriveLogName(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `modelref-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
}

/** Creates a new private key, as PEM. */
export function createSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
