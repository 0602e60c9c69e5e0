import { ShownError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Follower } from './follow-changes.ts';

/**
 * The shortest time to live, in seconds: looks are a second apart, and a late one must not count as outdated.
 */
const shortestTtlSeconds = 5;

/** Workers would take the answers of an empty registry for its word that there are no models. */
const empty =
  'This registry has no models and never had any. Is DATABASE_URL right? If so, import models (modelref import), or set READY_WHEN_EMPTY=true. It answers all requests meanwhile.';

export type Readiness = ReturnType<typeof createReadiness>;

/** Decides whether this process may be sent requests. */
export function createReadiness({
  store,
  follower,
  replica,
  replicaMaxAgeSeconds,
  cacheTtlSeconds,
  stopping,
  neverHadModels,
  onError,
}: {
  readonly store: Pick<Store, 'ping'>;
  readonly follower: Pick<Follower, 'age'>;
  /** The replica's copy; only at a REPLICA. */
  readonly replica?: { hasData(): boolean; status(): { readonly lagSeconds: number | null } };
  /** The age that a REPLICA's copy may have. 0: any age. */
  readonly replicaMaxAgeSeconds: number;
  /** The age that what readers get may have. */
  readonly cacheTtlSeconds: number;
  /** Whether the process was asked to stop: it goes on answering for a while. */
  readonly stopping: () => boolean;
  /** Whether this is a PRIMARY into which no model was ever written, and that is to be ready only with some. */
  readonly neverHadModels: () => boolean;
  readonly onError: (error: unknown) => void;
}) {
  return {
    /** Asks the database. Gives what stands in the way, in a sentence; null when ready. */
    // Snapshots were built before the first connection was accepted.
    async obstacle(): Promise<string | null> {
      if (stopping()) return 'This instance is stopping; others go on.';
      if (replica && !replica.hasData()) return 'This replica has no copy of its primary yet.';
      const age = replica?.status().lagSeconds ?? 0;
      if (replicaMaxAgeSeconds > 0 && age > replicaMaxAgeSeconds) {
        return `The copy of the primary is ${Math.round(age)} seconds old; REPLICA_MAX_AGE_SECONDS allows ${replicaMaxAgeSeconds}.`;
      }
      if (neverHadModels()) return empty;
      const seconds = Math.round(follower.age() / 1000);
      if (seconds > Math.max(cacheTtlSeconds, shortestTtlSeconds)) {
        return `The writes of other instances could not be read for ${seconds} seconds.`;
      }
      try {
        await store.ping();
        return null;
      } catch (error) {
        onError(error);
        return error instanceof ShownError ? error.message : 'The database does not answer.';
      }
    },
  };
}
