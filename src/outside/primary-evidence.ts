import type { Learned } from '../modules/files/learned.ts';

/** A part of what the primary has learned of files, behind the place that was asked for. */
export interface PrimaryEvidencePart extends Learned {
  readonly kind: 'part';
  /** Where to read on. */
  readonly next: string;
  readonly more: boolean;
  /** How old it is: more than 0 where the primary is a replica itself; null where that has not read all yet. */
  readonly ageSeconds: number | null;
}

/**
 * What a replica asks of its primary about files. Whatever cannot be had throws an Error whose message may be
 * logged; calls are limited in time and size, and end early when `signal` aborts.
 */
export interface PrimaryEvidence {
  /** Its base URL. */
  readonly url: string;
  /**
   * @param since the `next` of a part before; null: from the start
   * @returns `gone` when the primary does not know that place, `none` when it does not tell such things, as
   * the Python service
   */
  learned(
    since: string | null,
    signal: AbortSignal,
  ): Promise<PrimaryEvidencePart | { readonly kind: 'gone' } | { readonly kind: 'none' }>;
}
