/** The sources from which the registry learns something about a file at an address. */
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

/** The result of one check of an address. */
export type Observation = {
  readonly how: LearnedBy;
  /** HTTP status of the answer that decided the outcome; null when no answer did. */
  readonly status: number | null;
} & (
  | {
      readonly outcome: 'there';
      readonly seen: SeenFile;
      /** The host's mark for these bytes, such as an ETag: the same mark means the same bytes. */
      readonly mark?: string;
    }
  /** The host says that there is no such file, or the text is not an address. */
  | { readonly outcome: 'missing'; readonly reason: string; readonly moved_to?: string }
  /**
   * The host gives the file only to callers with an account, an accepted licence or a payment. `stated` is
   * true when the host says so about this file. Without `stated`, the host has only refused the call, perhaps
   * because of who makes it.
   */
  | {
      readonly outcome: 'gated';
      readonly reason: string;
      readonly seen?: SeenFile;
      readonly stated?: true;
    }
  /** The check says nothing about the file: 5xx, 429, no connection, a time-out. */
  | { readonly outcome: 'unreachable'; readonly reason: string; readonly retry_after_seconds?: number }
);

/** The result of a check that workers cannot get the file: it is missing, or the host refuses to serve it. */
export type Refusal = Extract<Observation, { outcome: 'missing' | 'gated' }>;

/** The facts that a host states about a file; null for a fact that the host does not state. */
export interface SeenFile {
  /** The SHA-256 of the whole content, in lower case. */
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  /** The version behind the address now: a commit at Hugging Face, a file id at Civitai. */
  readonly revision: string | null;
  /** The target of the host's permanent redirect. */
  readonly moved_to: string | null;
}

/**
 * What the checks of an address have shown: the last believed answer, a refusal not believed yet, and the
 * failures since the last check that got an answer.
 */
export interface AddressState {
  /**
   * The last answer that the registry believes, and when it came (Unix seconds). Null before the first
   * believed answer.
   */
  readonly known: { readonly at: number; readonly observation: Observation } | null;
  /**
   * The host's latest refusal (the file is missing, or not served) while the registry does not believe it
   * yet: when the host first refused, when it last did, and its answer. Null when there is none.
   */
  readonly doubt: {
    readonly first_at: number;
    readonly at: number;
    readonly observation: Refusal;
  } | null;
  /**
   * The latest checks, if they all failed: since when, how many, and why the last one failed. Null when the
   * last check got an answer about the file.
   */
  readonly failure: {
    readonly since: number;
    readonly at: number;
    readonly count: number;
    readonly reason: string;
  } | null;
  /** The time of the last check, in Unix seconds; null before the first. */
  readonly checked_at: number | null;
}

export const unseen: AddressState = { known: null, doubt: null, failure: null, checked_at: null };

/**
 * The time in seconds for which a host has to go on refusing a file before the registry believes it. A
 * shorter refusal may be a fault of the host's storage, a file just being replaced, or the registry taken for
 * a robot.
 */
export const believedAfter = 6 * 3600;
/**
 * The time in seconds after which the registry believes a refusal even from a host that refuses nearly all of
 * its files. A fault of the host would not last so long.
 */
const believedOfAllAfter = 7 * 86_400;

/**
 * Gives the state of an address after one more check.
 * @param before the state before the check
 * @param observation the result of the check
 * @param now the time of the check, in Unix seconds
 * @param refusesNearlyAll answers whether the host has refused nearly all of its files since the given time
 * (Unix seconds)
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
 * Gives the last reading of the whole file, with its hash and size, if the new check did not read the whole
 * file and the host's mark (such as an ETag) is still the same. Null otherwise: the new check then replaces
 * the reading.
 */
function stillRead({ known }: AddressState, now: Observation): AddressState['known'] {
  if (known?.observation.outcome !== 'there' || known.observation.how !== 'full_download') return null;
  if (now.outcome !== 'there' || now.how === 'full_download') return null;
  if (now.mark === undefined || now.mark !== known.observation.mark) return null;
  const { sha256, size_bytes } = known.observation.seen;
  return { ...known, observation: { ...known.observation, seen: { ...now.seen, sha256, size_bytes } } };
}

/**
 * Whether the whole file was read after `since` (Unix seconds), and no later check has replaced that reading
 * in `known`.
 */
export function wasReadSince({ known }: AddressState, since: number): boolean {
  return known?.observation.how === 'full_download' && known.at > since;
}
