import { isJsonObject } from '../../kernel/json.ts';

/** Content of a URL whose hash differs from the recorded one. */
export interface OtherContent {
  readonly url: string;
  /** The strong ETag of the content; null when the host sends none. */
  readonly etag: string | null;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Content that pull has read from a URL and whose hash differs from the recorded one. */
export interface NotedContent extends OtherContent {
  /**
   * The recorded hash, if pull has proposed to replace it with the hash of this content; otherwise absent.
   */
  readonly proposedFor?: string;
}

/**
 * Returns whether a value from the notes file is a note about content. Other programs may write to that file.
 */
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
