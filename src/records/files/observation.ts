/** By which answer of a host something was learned. */
export const learnedBy = [
  'x_linked_etag',
  'civitai_version',
  'civitai_by_hash',
  'head',
  'ranged_get',
  'full_download',
  'address',
] as const;
export type LearnedBy = (typeof learnedBy)[number];

/** What one look at an address has shown. */
export type Observation = {
  readonly how: LearnedBy;
  /** HTTP status of the answer that decided; null when there was none. */
  readonly status: number | null;
} & (
  | {
      readonly outcome: 'there';
      readonly seen: SeenFile;
      /** What the host marks these very bytes with, such as an ETag: as long as it says so, they are the same. */
      readonly mark?: string;
    }
  /** The host says that there is no such file, or the address is none. */
  | { readonly outcome: 'missing'; readonly reason: string; readonly moved_to?: string }
  /**
   * It is there for those with an account, a licence accepted, a payment. `stated`: the host says so of this very
   * file, in words of its own; else it refuses, which may be about whoever asks.
   */
  | {
      readonly outcome: 'gated';
      readonly reason: string;
      readonly seen?: SeenFile;
      readonly stated?: true;
    }
  /** Says nothing about the file: 5xx, 429, no connection, no time. */
  | { readonly outcome: 'unreachable'; readonly reason: string; readonly retry_after_seconds?: number }
);

/** A word against a file. */
export type Refusal = Extract<Observation, { outcome: 'missing' | 'gated' }>;

/** What a host says of a file. Null: it does not say. */
export interface SeenFile {
  /** Lower case, of the whole content. */
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  /** What the address stands for now: a commit of Hugging Face, the id of a file of Civitai. */
  readonly revision: string | null;
  /** Where the host redirects to for good. */
  readonly moved_to: string | null;
}
