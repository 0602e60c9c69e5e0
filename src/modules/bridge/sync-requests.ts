import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRequest } from './tables.ts';

/**
 * Time, in seconds, for which a taken request is kept, so that the bridge recognises a repetition: hosts
 * repeat deliveries for up to three days.
 */
const rememberedSeconds = 7 * 86_400;

/**
 * Largest number of waiting requests. A further request is not stored: the sync that answers the waiting
 * requests answers it too.
 */
const mostWaiting = 500;

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
     * Adds a request; once the promise resolves, the request is durable. Gives false when a request with this
     * id is known already. Gives true without storing anything when too many requests wait.
     *
     * @param request.id a sender that repeats a request uses the same id, and the repetition is not stored
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
        await bridgeStore(tx).forgetRequests(requested_at - rememberedSeconds);
        if ((await bridgeStore(tx).waitingRequests(mostWaiting)).length === mostWaiting) return true;
        let isNew = false;
        for (const repository of repositories) {
          const request = { id, repository, reason, requested_at, taken_at: null };
          if (await bridgeStore(tx).addRequest(request)) isNew = true;
        }
        return isNew;
      }),

    /** Lists the rows of the requests that no sync has taken, the oldest first, at most `mostWaiting`. */
    waiting: () => store.read((tx) => bridgeStore(tx).waitingRequests(mostWaiting)),

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
