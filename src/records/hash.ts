import { hash } from 'node:crypto';

/** Gives the SHA-256 of a stored text in hex. It identifies a version of a record. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
