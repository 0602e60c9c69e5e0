import { ShownError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';

/**
 * Lower limit of `cacheTtlSeconds`, in seconds. The database is queried once a second. With a lower value,
 * one slow query would make the process not ready.
 */
const minTtlSeconds = 5;

/**
 * The message of a registry that never had models. Such a registry is not ready, because workers would rely
 * on its empty responses.
 */
const emptyRegistryText =
  'This registry has no models and never had any. Check DATABASE_URL. For a new registry, import models (modelref import), or propose and apply the first. All requests are answered meanwhile.';

export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness({
  store,
  follower,
  replica,
  cacheTtlSeconds,
  isStopping,
  neverHadModels,
  onError,
}: {
  readonly store: Pick<Store, 'ping'>;
  /** `age` returns the maximum possible age of the models in memory, in milliseconds. */
  readonly follower: { age(): number };
  /** The copy of the primary's data; absent unless this process is a replica. */
  readonly replica?: { hasData(): boolean };
  /** Maximum age of the models in memory, in seconds. */
  readonly cacheTtlSeconds: number;
  /**
   * Returns whether the process was asked to stop. It still responds to requests for a while, but is not
   * ready.
   */
  readonly isStopping: () => boolean;
  /**
   * Returns whether the database never had models; always false on a replica. The process is then not ready.
   */
  readonly neverHadModels: () => boolean;
  readonly onError: (error: unknown) => void;
}) {
  return {
    /**
     * Returns why the process is not ready for requests, as a sentence; null when it is ready. Queries the
     * database last.
     */
    // Snapshots need no check: they were built before the first connection was accepted.
    async obstacle(): Promise<string | null> {
      if (isStopping()) return 'This instance is stopping.';
      if (replica && !replica.hasData()) return 'This replica has no copy of its primary yet.';
      if (neverHadModels()) return emptyRegistryText;
      const seconds = Math.round(follower.age() / 1000);
      if (seconds > Math.max(cacheTtlSeconds, minTtlSeconds)) {
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
