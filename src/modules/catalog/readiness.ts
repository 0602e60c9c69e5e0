import { ShownError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Follower } from './follow-changes.ts';

/** Looks are a second apart: a shorter time to live cannot be told from a look that is late. */
const shortestTtlSeconds = 5;

export type Readiness = ReturnType<typeof createReadiness>;

/** Whether this process may be sent requests. */
export function createReadiness({
  store,
  follower,
  replica,
  replicaMaxAgeSeconds,
  cacheTtlSeconds,
  onError,
}: {
  readonly store: Pick<Store, 'ping'>;
  readonly follower: Pick<Follower, 'age'>;
  /** Only at a REPLICA. */
  readonly replica?: { hasData(): boolean; status(): { readonly lagSeconds: number | null } };
  /** How old the copy of a REPLICA may be. 0: of any age. */
  readonly replicaMaxAgeSeconds: number;
  /** How old what readers get may be. */
  readonly cacheTtlSeconds: number;
  readonly onError: (error: unknown) => void;
}) {
  return {
    /** Null when ready; else what stands in the way, in a sentence. Asks the database. */
    // Snapshots were built before the first connection was accepted.
    async obstacle(): Promise<string | null> {
      if (replica && !replica.hasData()) return 'There is no copy of the primary yet.';
      const age = replica?.status().lagSeconds ?? 0;
      if (replicaMaxAgeSeconds > 0 && age > replicaMaxAgeSeconds) {
        return `The copy of the primary is ${Math.round(age)} seconds old, and may be ${replicaMaxAgeSeconds}.`;
      }
      const seconds = Math.round(follower.age() / 1000);
      if (seconds > Math.max(cacheTtlSeconds, shortestTtlSeconds)) {
        return `Changes of other instances have not been looked for successfully for ${seconds} seconds.`;
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
