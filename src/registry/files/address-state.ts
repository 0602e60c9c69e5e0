import type { MissingFile, Observation } from './observation.ts';

/** What is known of an address: the last thing that its host has really said, and what has come since. */
export interface AddressState {
  /** Null as long as no host has said anything that counts. */
  readonly known: { readonly at: number; readonly observation: Observation } | null;
  /** The host says that there is nothing, which is not believed yet. */
  readonly doubt: {
    readonly first_at: number;
    readonly at: number;
    readonly observation: MissingFile;
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
 * How long a host has to go on saying that a file is not there, in seconds: storage fails for minutes, and
 * uploads are replaced.
 */
export const believedGoneAfter = 6 * 3600;

/** What is known of an address once it was looked at again. */
export function withObservation(before: AddressState, observation: Observation, now: number): AddressState {
  switch (observation.outcome) {
    case 'unreachable': {
      const { since = now, count = 0 } = before.failure ?? {};
      const failure = { since, at: now, count: count + 1, reason: observation.reason };
      return { ...before, failure, checked_at: now };
    }
    case 'missing': {
      const first_at = before.doubt?.first_at ?? now;
      const saidBefore = before.known?.observation.outcome === 'missing';
      if (saidBefore || now - first_at >= believedGoneAfter) {
        return { known: { at: now, observation }, doubt: null, failure: null, checked_at: now };
      }
      return { ...before, doubt: { first_at, at: now, observation }, failure: null, checked_at: now };
    }
    default:
      return {
        known: stillRead(before, observation) ?? { at: now, observation },
        doubt: null,
        failure: null,
        checked_at: now,
      };
  }
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
