import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRequest } from './tables.ts';

/** How long a taken request is stored, in seconds, so that its author can see that the sync was started. */
const requestLifetimeSeconds = 86_400;

/**
 * Maximum number of pending requests. Further requests are not stored, because the sync that fulfills the
 * pending requests fulfills them too.
 */
const maxWaiting = 500;

export type SyncRequests = ReturnType<typeof createSyncRequests>;

/**
 * The requests for a sync before the next one is due. They are stored in the database, because another
 * instance may run the sync.
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
     * Adds a request; it is durable once the promise resolves. Stores nothing if too many requests are
     * pending.
     *
     * @param request.id unique for each request
     * @param request.repositories names of configured repositories, at least one
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

    /** Lists the rows of the requests that no sync has taken, oldest first, at most `maxWaiting`. */
    waiting: () => store.read((tx) => bridgeStore(tx).waitingRequests(maxWaiting)),

    /**
     * Marks requests as taken. Call it before the sync that fulfills them, so that requests made during the
     * sync stay pending for the next one.
     */
    take: async (requests: readonly BridgeRequest[]): Promise<void> => {
      if (requests.length === 0) return;
      await store.write((tx) => bridgeStore(tx).takeRequests(requests, clock.now()));
    },
  };
}
