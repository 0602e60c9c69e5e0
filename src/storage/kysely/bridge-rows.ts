import type { Kysely } from 'kysely';
import type { JsonObject } from '../../registry/json.ts';
import type { BridgeReader, BridgeWriter } from '../../services/ports/store/bridge.ts';
import type { Tables } from '../schema.ts';

export function bridgeReader(db: Kysely<Tables>): BridgeReader {
  return {
    records: (repository, category) =>
      db
        .selectFrom('bridge_records')
        .selectAll()
        .where('repository', '=', repository)
        .where('category', '=', category)
        .orderBy('name')
        .execute(),

    state: async (repository) => {
      const row = await db
        .selectFrom('bridge_repositories')
        .select('state')
        .where('repository', '=', repository)
        .executeTakeFirst();
      return row ? (JSON.parse(row.state) as JsonObject) : null;
    },

    waitingRequests: (limit) =>
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

export function bridgeWriter(db: Kysely<Tables>): BridgeWriter {
  return {
    ...bridgeReader(db),

    put: async (records) => {
      for (const record of records) {
        const { repository: _repository, category: _category, name: _name, ...rest } = record;
        await db
          .insertInto('bridge_records')
          .values(record)
          .onConflict((conflict) => conflict.columns(['repository', 'category', 'name']).doUpdateSet(rest))
          .execute();
      }
    },

    putState: async (repository, state) => {
      const text = JSON.stringify(state);
      await db
        .insertInto('bridge_repositories')
        .values({ repository, state: text })
        .onConflict((conflict) => conflict.column('repository').doUpdateSet({ state: text }))
        .execute();
    },

    addRequest: async (request) => {
      const added = await db
        .insertInto('bridge_requests')
        .values(request)
        .onConflict((conflict) => conflict.columns(['id', 'repository']).doNothing())
        .executeTakeFirst();
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    takeRequests: async (requests, at) => {
      for (const { id, repository } of requests) {
        await db
          .updateTable('bridge_requests')
          .set({ taken_at: at })
          .where('id', '=', id)
          .where('repository', '=', repository)
          .execute();
      }
    },

    forgetRequests: async (before) => {
      await db
        .deleteFrom('bridge_requests')
        .where('taken_at', 'is not', null)
        .where('requested_at', '<', before)
        .execute();
    },
  };
}
