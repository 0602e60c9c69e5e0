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

/** What is known of an address: the last thing that its host has really said, and what has come since. */
export interface AddressState {
  /** Null as long as no host has said anything that counts. */
  readonly known: { readonly at: number; readonly observation: Observation } | null;
  /** The host says that there is nothing, or refuses it, which is not believed yet. */
  readonly doubt: {
    readonly first_at: number;
    readonly at: number;
    readonly observation: Refusal;
  } | null;
  /** The last tries did not get through: since when, and why the last one did not. */
  readonly failure: {
    readonly since: number;
    readonly at: number;
    readonly count: number;
    readonly reason: string;
  } | null;
  /** The last try, in Unix seconds; null before the first. */
  readonly checked_at: number | null;
}

export const unseen: AddressState = { known: null, doubt: null, failure: null, checked_at: null };

/**
 * How long a host has to go on saying that a file is not there, or refusing it, in seconds: storage fails for
 * minutes, uploads are replaced, and whoever asks is taken for a robot.
 */
export const believedAfter = 6 * 3600;
/** The same for a host that refuses nearly all of its files, in seconds: what lasts so long is no trouble of a day. */
const believedOfAllAfter = 7 * 86_400;

/**
 * What is known of an address once it was looked at again.
 *
 * @param refusesNearlyAll whether its host has refused nearly all of its files since then (Unix seconds)
 */
export function withObservation(
  before: AddressState,
  observation: Observation,
  now: number,
  refusesNearlyAll: (since: number) => boolean = () => false,
): AddressState {
  const believed = { known: { at: now, observation }, doubt: null, failure: null, checked_at: now };
  switch (observation.outcome) {
    case 'unreachable':
      return { ...before, failure: oneMore(before, observation.reason, now), checked_at: now };
    case 'there':
      return { ...believed, known: stillRead(before, observation) ?? believed.known };
    case 'missing':
    case 'gated': {
      const isSame = before.doubt?.observation.outcome === observation.outcome;
      const first_at = isSame ? (before.doubt?.first_at ?? now) : now;
      const saidBefore = before.known?.observation.outcome === observation.outcome;
      const stated = observation.outcome === 'gated' && observation.stated;
      if (saidBefore || stated || now - first_at >= believedOfAllAfter) return believed;
      const doubted = { ...before, doubt: { first_at, at: now, observation }, checked_at: now };
      if (now - first_at < believedAfter) return { ...doubted, failure: null };
      if (!refusesNearlyAll(first_at)) return believed;
      const reason = `The host refuses nearly all of its files, so this refusal says nothing about the file. ${observation.reason}`;
      return { ...doubted, failure: oneMore(before, reason, now) };
    }
  }
}

function oneMore({ failure }: AddressState, reason: string, now: number): AddressState['failure'] {
  return { since: failure?.since ?? now, at: now, count: (failure?.count ?? 0) + 1, reason };
}

/**
 * What was learned by reading the whole file outlives looks at its headers, which say less, for as long as the
 * host marks the file as the same.
 */
function stillRead({ known }: AddressState, now: Observation): AddressState['known'] {
  if (known?.observation.outcome !== 'there' || known.observation.how !== 'full_download') return null;
  if (now.outcome !== 'there' || now.how === 'full_download') return null;
  if (now.mark === undefined || now.mark !== known.observation.mark) return null;
  const { sha256, size_bytes } = known.observation.seen;
  return { ...known, observation: { ...known.observation, seen: { ...now.seen, sha256, size_bytes } } };
}

/** Whether the whole file was read since then (Unix seconds), and is the same by all that was seen later. */
export function wasReadSince({ known }: AddressState, since: number): boolean {
  return known?.observation.how === 'full_download' && known.at > since;
}
