import { hash } from 'node:crypto';

/**
 * Returns the SHA-256 of a text or bytes, in hex. The hash of a record's stored text identifies the record's
 * version.
 */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
