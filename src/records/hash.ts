import { hash } from 'node:crypto';

/** Gives the SHA-256 of a stored record's text in hex. The hash identifies this version of the record. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
