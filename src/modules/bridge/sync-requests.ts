import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import { bridgeStore } from './store.ts';
import type { BridgeRequest } from './tables.ts';

export interface SyncRequest {
  /** Id of the request; a request that is sent again has the same id, and is recognised. */
  readonly id: string;
  /** Names of repositories, as the settings have them; at least one. */
  readonly repositories: readonly string[];
  readonly reason: string;
}

/**
 * Requests to sync before the usual time. Kept in the database, because another instance may be the one that
 * syncs.
 */
export interface SyncRequests {
  /** Adds a request; false, and nothing happens, when the request is known. Durable when it resolves. */
  add(request: SyncRequest): Promise<boolean>;
  /** The requests that no sync has taken. */
  waiting(): Promise<BridgeRequest[]>;
  /** Finds a request by its id, whether a sync has taken it or not. */
  find(id: string): Promise<BridgeRequest[]>;
  /** Marks requests as taken. Call it before the sync that answers them: a later request waits for the next one. */
  take(requests: readonly BridgeRequest[]): Promise<void>;
}

/** Seconds for which a request is known: hosts redeliver for three days. */
const rememberedSeconds = 7 * 86_400;

/** The most waiting requests that are stored; a further request is left to the sync that answers these. */
const mostWaiting = 500;

export function createSyncRequests({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
}): SyncRequests {
  return {
    add: ({ id, repositories, reason }) =>
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

    waiting: () => store.read((tx) => bridgeStore(tx).waitingRequests(mostWaiting)),

    find: (id) => store.read((tx) => bridgeStore(tx).request(id)),

    take: async (requests) => {
      if (requests.length === 0) return;
      await store.write((tx) => bridgeStore(tx).takeRequests(requests, clock.now()));
    },
  };
}
