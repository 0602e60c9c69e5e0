import { z } from 'zod';
import type { AddressState } from '../../records/files/address-state.ts';
import { learnedBy } from '../../records/files/observation.ts';
import { fileVerdicts } from '../../records/files/verdict.ts';
import { type ChainEnd, cursorText, type FeedCursor, parseCursor } from '../audit/chain.ts';

/**
 * How far somebody has read what a registry learned of files: the number of the last write of each of its
 * three lists.
 */
export interface LearnedNumbers {
  readonly addresses: number;
  readonly verdicts: number;
  readonly changes: number;
}

/**
 * The same, and the end of the registry's audit trail at that time: where the trail does not have it any more, other
 * writes have got the numbers. Null in places of before it was in them.
 */
export interface LearnedPlace extends LearnedNumbers {
  readonly chain: FeedCursor | null;
}

export const learnedFromTheStart: LearnedPlace = { addresses: 0, verdicts: 0, changes: 0, chain: null };

const placeForm = /^(\d{1,15})-(\d{1,15})-(\d{1,15})(?:-(.+))?$/;

/** `412-398-77-3111-9f86d081884c7d65` */
export function learnedPlaceText({ addresses, verdicts, changes }: LearnedNumbers, chain?: ChainEnd): string {
  const numbers = `${addresses}-${verdicts}-${changes}`;
  return chain ? `${numbers}-${cursorText(chain)}` : numbers;
}

/** Null when it is none. */
export function parseLearnedPlace(text: string): LearnedPlace | null {
  const [, addresses, verdicts, changes, trail] = placeForm.exec(text) ?? [];
  const chain = trail === undefined ? null : parseCursor(trail);
  if (addresses === undefined || (trail !== undefined && chain === null)) return null;
  return { addresses: Number(addresses), verdicts: Number(verdicts), changes: Number(changes), chain };
}

const seconds = z.int().nonnegative();
const size = z.int().nonnegative().nullable();

const seen = z.object({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  size_bytes: size,
  revision: z.string().nullable(),
  moved_to: z.string().nullable(),
});
const answer = { how: z.enum(learnedBy), status: z.int().nullable() };
const missing = z.object({
  outcome: z.literal('missing'),
  ...answer,
  reason: z.string(),
  moved_to: z.string().exactOptional(),
});
const gated = z.object({
  outcome: z.literal('gated'),
  ...answer,
  reason: z.string(),
  seen: seen.exactOptional(),
  stated: z.literal(true).exactOptional(),
});
const observation = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('there'), ...answer, seen, mark: z.string().exactOptional() }),
  missing,
  gated,
  z.object({
    outcome: z.literal('unreachable'),
    ...answer,
    reason: z.string(),
    retry_after_seconds: z.number().exactOptional(),
  }),
]);

/** What is known of an address, as one registry tells another. */
export const addressState: z.ZodType<AddressState> = z.object({
  known: z.object({ at: seconds, observation }).nullable(),
  doubt: z
    .object({
      first_at: seconds,
      at: seconds,
      observation: z.discriminatedUnion('outcome', [missing, gated]),
    })
    .nullable(),
  failure: z
    .object({ since: seconds, at: seconds, count: z.int().positive(), reason: z.string() })
    .nullable(),
  checked_at: seconds.nullable(),
});

const verdict = z.enum(fileVerdicts);
const place = { category: z.string(), model_name: z.string(), field_path: z.string(), url: z.string() };

export const learnedAddress = z.object({ url: z.string().min(1), state: addressState });
export const learnedVerdict = z.object({
  ...place,
  sha256: z.string().nullable(),
  verdict,
  since: seconds,
});
export const learnedChange = z.object({
  number: z.int().positive(),
  at: seconds,
  ...place,
  verdict_before: verdict.nullable(),
  verdict,
  how: z.enum(learnedBy).nullable(),
  detail: z.string(),
});

/** What was last noted of a file of a live record. */
export type LearnedVerdict = z.infer<typeof learnedVerdict>;

/** What was learned of files, each list in the order in which it was written. */
export interface Learned {
  readonly addresses: readonly { readonly url: string; readonly state: AddressState }[];
  readonly verdicts: readonly LearnedVerdict[];
  readonly changes: readonly z.infer<typeof learnedChange>[];
}
