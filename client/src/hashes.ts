/** The platform's WebCrypto; undefined in pages served neither over HTTPS nor from loopback. */
const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;

export const canHash = subtle !== undefined;

/** @throws Error if the platform offers no WebCrypto */
export function webCrypto(): SubtleCrypto {
  if (subtle) return subtle;
  throw new Error('WebCrypto is not available: browsers provide it only on pages served over HTTPS.');
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await webCrypto().digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

export async function sha256Hex(text: string): Promise<string> {
  return hex(await sha256(new TextEncoder().encode(text)));
}

/** SHA-256 of the text in UTF-8, in base64. */
export async function sha256Base64(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await sha256(new TextEncoder().encode(text)))));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random name of 32 hex digits. Also works in pages without `subtle`. */
export function randomName(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
