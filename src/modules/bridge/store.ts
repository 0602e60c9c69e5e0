import type { JsonObject } from '../../kernel/json.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { BridgeRecord, BridgeRequest } from './tables.ts';

function reads({ db }: Tx) {
  return {
    records: (repository: string, category: string): Promise<BridgeRecord[]> =>
      db
        .selectFrom('bridge_records')
        .selectAll()
        .where('repository', '=', repository)
        .where('category', '=', category)
        .orderBy('name')
        .execute(),

    /** Returns the bridge's state of a repository; null if the bridge has not stored one. */
    state: async (repository: string): Promise<JsonObject | null> => {
      const row = await db
        .selectFrom('bridge_repositories')
        .select('state')
        .where('repository', '=', repository)
        .executeTakeFirst();
      return row ? (JSON.parse(row.state) as JsonObject) : null;
    },

    /** Lists the requests that no sync has taken, oldest first. */
    waitingRequests: (limit: number): Promise<BridgeRequest[]> =>
      db
        .selectFrom('bridge_requests')
        .selectAll()
        .where('taken_at', 'is', null)
        .orderBy('requested_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}

function writes({ db }: WriteTx) {
  return {
    put: async (records: readonly BridgeRecord[]): Promise<void> => {
      for (const record of records) {
        const { repository: _repository, category: _category, name: _name, ...rest } = record;
        await db
          .insertInto('bridge_records')
          .values(record)
          .onConflict((conflict) => conflict.columns(['repository', 'category', 'name']).doUpdateSet(rest))
          .execute();
      }
    },

    putState: async (repository: string, state: JsonObject): Promise<void> => {
      const text = JSON.stringify(state);
      await db
        .insertInto('bridge_repositories')
        .values({ repository, state: text })
        .onConflict((conflict) => conflict.column('repository').doUpdateSet({ state: text }))
        .execute();
    },

    addRequest: async (request: BridgeRequest): Promise<void> => {
      await db.insertInto('bridge_requests').values(request).execute();
    },

    takeRequests: async (
      requests: readonly Pick<BridgeRequest, 'id' | 'repository'>[],
      at: number,
    ): Promise<void> => {
      for (const { id, repository } of requests) {
        await db
          .updateTable('bridge_requests')
          .set({ taken_at: at })
          .where('id', '=', id)
          .where('repository', '=', repository)
          .execute();
      }
    },

    /** Removes the taken requests that were made before `before` (Unix seconds). */
    forgetRequests: async (before: number): Promise<void> => {
      await db
        .deleteFrom('bridge_requests')
        .where('taken_at', 'is not', null)
        .where('requested_at', '<', before)
        .execute();
    },
  };
}

export const bridgeStore = storeOver(reads, writes);
