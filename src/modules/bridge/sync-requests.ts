import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRequest } from './tables.ts';

/** Time, in seconds, for which a started request is kept, so that its author can see that it was started. */
const requestLifetimeSeconds = 86_400;

/**
 * Largest number of waiting requests. A further request is not stored: the sync that answers the waiting
 * requests answers it too.
 */
const maxWaiting = 500;

export type SyncRequests = ReturnType<typeof createSyncRequests>;

/**
 * Requests to sync before the usual time. They are kept in the database, because another instance may do the
 * sync.
 */
export function createSyncRequests({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
}) {
  return {
    /**
     * Adds a request; once the promise resolves, the request is durable. Stores nothing when too many requests
     * wait.
     *
     * @param request.id a new one for each request
     * @param request.repositories at least one, as the settings have them
     */
    add: ({
      id,
      repositories,
      reason,
    }: {
      readonly id: string;
      readonly repositories: readonly string[];
      readonly reason: string;
    }) =>
      store.write(async (tx) => {
        const requested_at = clock.now();
        await bridgeStore(tx).forgetRequests(requested_at - requestLifetimeSeconds);
        if ((await bridgeStore(tx).waitingRequests(maxWaiting)).length === maxWaiting) return;
        for (const repository of repositories) {
          await bridgeStore(tx).addRequest({ id, repository, reason, requested_at, taken_at: null });
        }
      }),

    /** Lists the rows of the requests that no sync has taken, the oldest first, at most `maxWaiting`. */
    waiting: () => store.read((tx) => bridgeStore(tx).waitingRequests(maxWaiting)),

    /**
     * Marks requests as taken. To be called before the sync that answers them: a request that comes during the
     * sync then waits for the next one.
     */
    take: async (requests: readonly BridgeRequest[]): Promise<void> => {
      if (requests.length === 0) return;
      await store.write((tx) => bridgeStore(tx).takeRequests(requests, clock.now()));
    },
  };
}
