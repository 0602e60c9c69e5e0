/** The ways in which the registry learns something about a file. */
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

/** An observation against a file: it is missing, or gated. */
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
 * What is known of an address: the last answer that counts, and the answers and failures that have come
 * since.
 */
export interface AddressState {
  /** The last answer that counts, with its time in Unix seconds; null until there is one. */
  readonly known: { readonly at: number; readonly observation: Observation } | null;
  /**
   * A refusal that is not believed yet: the host says that the file is missing, or refuses it; null when
   * there is none.
   */
  readonly doubt: {
    readonly first_at: number;
    readonly at: number;
    readonly observation: Refusal;
  } | null;
  /**
   * The checks that have failed in a row until now: since when, how many, and why the last one failed; null
   * when the last check got through.
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
 * The seconds for which a host has to repeat that a file is missing or refused before the registry believes
 * it: storage fails for minutes, uploads are replaced, and callers are taken for robots.
 */
export const believedAfter = 6 * 3600;
/**
 * The seconds after which a refusal counts even from a host that refuses nearly all of its files: a refusal
 * that lasts so long is no passing trouble.
 */
const believedOfAllAfter = 7 * 86_400;

/**
 * Adds an observation to what is known of an address.
 * @param refusesNearlyAll tells whether the host has refused nearly all of its files since a time (Unix
 * seconds)
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
 * Keeps the facts that were learned by reading the whole file, as long as the host's mark stays the same. A
 * check that reads only the headers does not learn these facts. Null when there is nothing to keep.
 */
function stillRead({ known }: AddressState, now: Observation): AddressState['known'] {
  if (known?.observation.outcome !== 'there' || known.observation.how !== 'full_download') return null;
  if (now.outcome !== 'there' || now.how === 'full_download') return null;
  if (now.mark === undefined || now.mark !== known.observation.mark) return null;
  const { sha256, size_bytes } = known.observation.seen;
  return { ...known, observation: { ...known.observation, seen: { ...now.seen, sha256, size_bytes } } };
}

/**
 * Whether the whole file was read after `since` (Unix seconds), and no later check has replaced what was
 * learned.
 */
export function wasReadSince({ known }: AddressState, since: number): boolean {
  return known?.observation.how === 'full_download' && known.at > since;
}
