import { ShownError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Follower } from './follow-changes.ts';

/**
 * The age, in seconds, that the models in memory may always have, even if `cacheTtlSeconds` is lower. The
 * database is queried only once a second, so a lower limit would be exceeded whenever a query is a little
 * late.
 */
const shortestTtlSeconds = 5;

/**
 * The message about a registry without models. Such a registry is not ready, because workers would take its
 * answers to mean that there are no models.
 */
const empty =
  'This registry has no models and never had any. Is DATABASE_URL right? If so, import models (modelref import), or set READY_WHEN_EMPTY=true. It answers all requests meanwhile.';

export type Readiness = ReturnType<typeof createReadiness>;

/** Decides whether this process is ready for requests. */
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
  /** The greatest age of a REPLICA's copy, in seconds. 0: any age. */
  readonly replicaMaxAgeSeconds: number;
  /** The greatest age of the models in memory, from which readers are answered, in seconds. */
  readonly cacheTtlSeconds: number;
  /**
   * Tells whether the process was asked to stop. It still answers requests for a while, but is not ready.
   */
  readonly stopping: () => boolean;
  /**
   * Tells whether this is a PRIMARY that no model was ever written into, and that needs models to be ready.
   */
  readonly neverHadModels: () => boolean;
  readonly onError: (error: unknown) => void;
}) {
  return {
    /** Asks the database. Gives a sentence that says why the process is not ready; null when it is ready. */
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
