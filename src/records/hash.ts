import { hash } from 'node:crypto';

/**
 * Returns the SHA-256 of a text or of bytes, in hex. The hash of a record's stored text identifies the version
 * of the record.
 */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
