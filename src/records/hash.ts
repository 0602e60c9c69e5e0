import { hash } from 'node:crypto';

/** SHA-256 in hex of a stored text: what versions of a record are told apart by. */
export function contentHash(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}
