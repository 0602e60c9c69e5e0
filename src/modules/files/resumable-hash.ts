import { createSHA256 } from 'hash-wasm';

/** A SHA-256 under way that survives the process: Node's own cannot be taken out of memory. */
export interface ResumableHash {
  update(bytes: Uint8Array): void;
  /** Of all bytes so far, as text. */
  save(): string;
  /** Ends it. 64 hex digits in lower case. */
  digest(): string;
}

/**
 * @param saved what `save` gave; null begins a new one
 * @throws Error when it is no such text, or one of another version of the library
 */
export async function resumableHash(saved: string | null = null): Promise<ResumableHash> {
  const hash = await createSHA256();
  hash.init();
  if (saved !== null) hash.load(Buffer.from(saved, 'base64'));
  return {
    update: (bytes) => void hash.update(bytes),
    save: () => Buffer.from(hash.save()).toString('base64'),
    digest: () => hash.digest('hex'),
  };
}
