import { hash } from 'node:crypto';

/** Gives the SHA-256 of a stored text in hex, by which versions of a record are told apart. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
