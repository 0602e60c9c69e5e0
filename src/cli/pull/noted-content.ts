import { isJsonObject } from '../../kernel/json.ts';

/** Content that an address has instead of the content with the hash of the record. */
export interface OtherContent {
  readonly url: string;
  /** The strong ETag that the host states for the content; null when it states none. */
  readonly etag: string | null;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Content that pull has read at an address, and that has another hash than the record. */
export interface NotedContent extends OtherContent {
  /** The hash in the record when a change to replace it was proposed; absent: none was proposed. */
  readonly proposedFor?: string;
}

/** Returns whether a value from the notes file is a note about content. Others may write to that file. */
export function isNotedContent(note: unknown): note is NotedContent {
  if (!isJsonObject(note)) return false;
  const { url, etag, sha256, bytes } = note;
  return (
    typeof url === 'string' &&
    typeof etag === 'string' &&
    /^"[\x21\x23-\x7e]{1,200}"$/.test(etag) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isSafeInteger(bytes)
  );
}
