/** The sources of the registry's information about the file at a URL. */
export const observationSources = [
  'x_linked_etag',
  'civitai_version',
  'civitai_by_hash',
  'head',
  'ranged_get',
  'full_download',
  'address',
] as const;
export type ObservationSource = (typeof observationSources)[number];

/** The result of one check of a URL. */
export type Observation = {
  readonly how: ObservationSource;
  /** HTTP status of the response that determined the outcome; null when there was none. */
  readonly status: number | null;
} & (
  | {
      readonly outcome: 'there';
      readonly seen: SeenFile;
      /** The host's identifier of these bytes, such as an ETag: equal marks mean equal bytes. */
      readonly mark?: string;
    }
  /**
   * The host says that the file does not exist, or a request is pointless: the text is not a URL, the URL is
   * not public, or it redirects too often.
   */
  | {
      readonly outcome: 'missing';
      readonly reason: string;
      /**
       * A URL at which the same host has a file with the SHA-256 `moved_sha256` (lower case), as the host
       * states.
       */
      readonly moved_to?: string;
      readonly moved_sha256?: string;
    }
  /**
   * The host serves the file only to some callers, such as those with an account, an accepted licence or a
   * payment. `stated` is true when the host explicitly says so about the file. Otherwise the host only
   * refused the registry's request, perhaps because it considers the registry a bot.
   */
  | {
      readonly outcome: 'gated';
      readonly reason: string;
      readonly seen?: SeenFile;
      readonly stated?: true;
    }
  /** The check was inconclusive: 5xx, 429, no connection, a timeout. */
  | { readonly outcome: 'unreachable'; readonly reason: string; readonly retry_after_seconds?: number }
);

/** The result of a check in which the file was missing, or the host refused to serve it. */
export type Refusal = Extract<Observation, { outcome: 'missing' | 'gated' }>;

/** The facts that a host states about a file; null for unknown facts. */
export interface SeenFile {
  /** The SHA-256 of the whole content, in lower case. */
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  /** The version to which the URL currently leads: a commit at Hugging Face, a file id at Civitai. */
  readonly revision: string | null;
  /** The URL to which the host redirects permanently. */
  readonly moved_to: string | null;
}

/** The accumulated results of the checks of a URL. `unseen` is the state before the first check. */
export interface AddressState {
  /**
   * The latest confirmed observation of the file, and its time (Unix seconds). Null when there is none yet.
   */
  readonly known: { readonly at: number; readonly observation: Observation } | null;
  /**
   * A refusal by the host that is not confirmed yet. `first_at` is the time of the first refusal (Unix
   * seconds); `at` and `observation` describe the latest one. Null when there is none.
   */
  readonly doubt: {
    readonly first_at: number;
    readonly at: number;
    readonly observation: Refusal;
  } | null;
  /**
   * Summary of the inconclusive checks since the last conclusive one. `since` and `at` are the times of the
   * first and the latest of these checks, `count` is their number, and `reason` is the reason of the latest.
   * Null when the latest check was conclusive.
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

/**
 * Returns the latest observation if the registry did not call the URL, for example because the URL is not
 * public. Returns null otherwise.
 */
export function findRefusalByAddress({ doubt, known }: AddressState): Refusal | null {
  const latestCheck = doubt ?? known;
  if (latestCheck?.observation.outcome !== 'missing' || latestCheck.observation.how !== 'address')
    return null;
  return latestCheck.observation;
}

export const uncheckedAddress: AddressState = { known: null, doubt: null, failure: null, checked_at: null };

/**
 * Time, in seconds, for which a host has to refuse a file before the refusal counts as confirmed. A shorter
 * refusal may be caused by a storage fault, by the replacement of a file, or by a host that considers the
 * registry a bot.
 */
export const confirmationSeconds = 6 * 3600;
/**
 * Time, in seconds, after which a refusal counts as confirmed even if the host refuses nearly all of its
 * files. A fault of the host would not last so long.
 */
const hostConfirmationSeconds = 7 * 86_400;

/**
 * Returns the state of a URL after one more check.
 * @param now the time of the check, in Unix seconds
 * @param refusesNearlyAll returns whether the host has refused nearly all of its files since the passed time
 *   (Unix seconds)
 */
export function addObservation(
  before: AddressState,
  observation: Observation,
  now: number,
  refusesNearlyAll: (since: number) => boolean = () => false,
): AddressState {
  const confirmedState = { known: { at: now, observation }, doubt: null, failure: null, checked_at: now };
  switch (observation.outcome) {
    case 'unreachable':
      return { ...before, failure: countFailure(before, observation.reason, now), checked_at: now };
    case 'there':
      return { ...confirmedState, known: keepFullRead(before, observation) ?? confirmedState.known };
    case 'missing':
    case 'gated': {
      const isSame = before.doubt?.observation.outcome === observation.outcome;
      const first_at = isSame ? (before.doubt?.first_at ?? now) : now;
      const isRepeated = before.known?.observation.outcome === observation.outcome;
      const isDeclaredGate = observation.outcome === 'gated' && observation.stated;
      if (isRepeated || isDeclaredGate || now - first_at >= hostConfirmationSeconds) return confirmedState;
      const unconfirmedState = { ...before, doubt: { first_at, at: now, observation }, checked_at: now };
      if (now - first_at < confirmationSeconds) return { ...unconfirmedState, failure: null };
      if (!refusesNearlyAll(first_at)) return confirmedState;
      const reason = `The host refuses nearly all of its files, so this refusal says nothing about the file. ${observation.reason}`;
      return { ...unconfirmedState, failure: countFailure(before, reason, now) };
    }
  }
}

function countFailure({ failure }: AddressState, reason: string, now: number): AddressState['failure'] {
  return { since: failure?.since ?? now, at: now, count: (failure?.count ?? 0) + 1, reason };
}

/**
 * Returns the earlier observation of the file to keep, if that was a full read and the new check was not.
 * Requires that the host's mark (such as an ETag) is unchanged. The hash and size in the result come from the
 * full read, the other facts from the new check. Otherwise returns null; the new observation then replaces
 * the earlier one.
 */
function keepFullRead({ known }: AddressState, newObservation: Observation): AddressState['known'] {
  if (known?.observation.outcome !== 'there' || known.observation.how !== 'full_download') return null;
  if (newObservation.outcome !== 'there' || newObservation.how === 'full_download') return null;
  if (newObservation.mark === undefined || newObservation.mark !== known.observation.mark) return null;
  const { sha256, size_bytes } = known.observation.seen;
  return {
    ...known,
    observation: { ...known.observation, seen: { ...newObservation.seen, sha256, size_bytes } },
  };
}
