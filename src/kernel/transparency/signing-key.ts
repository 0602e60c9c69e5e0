import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/** What `readSigningKey` takes, to follow "allowed:". */
export const signingKeyForm =
  'an Ed25519 private key as `openssl genpkey -algorithm ed25519` writes it, or the base64 between its lines';

/** Reads a private key: PKCS #8 as PEM, or the base64 of its DER form alone. Null when it is none. */
export function readSigningKey(text: string): KeyObject | null {
  const base64 = text.replace(/-----(BEGIN|END) PRIVATE KEY-----/g, '').replace(/\\n|\s/g, '');
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** The default name of a log: `modelref-` and a part of the key's hash, so that no two logs share it. */
export function originOfKey(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `modelref-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`;
}

/** A new key, as PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
