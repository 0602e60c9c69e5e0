import type { Kysely } from 'kysely';
import type { ReplicaReader, ReplicaWriter } from '../../services/ports/store/replica-source.ts';
import type { Tables } from '../schema.ts';

/** The only row of `replica_state`, and of `replica_evidence`. */
const id = 1;

export function replicaReader(db: Kysely<Tables>): ReplicaReader {
  return {
    state: async () =>
      (await db
        .selectFrom('replica_state')
        .select(['source', 'kind', 'cursor', 'as_of'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,

    evidence: async () =>
      (await db
        .selectFrom('replica_evidence')
        .select(['source', 'place', 'as_of', 'whole_at', 'pass_from'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,

    etags: async (category) => {
      const rows = await db
        .selectFrom('replica_etags')
        .select(['format', 'etag'])
        .where('category', '=', category)
        .execute();
      return Object.fromEntries(rows.map(({ format, etag }) => [format, etag]));
    },
  };
}

export function replicaWriter(db: Kysely<Tables>): ReplicaWriter {
  return {
    ...replicaReader(db),

    put: async (state) => {
      await db
        .insertInto('replica_state')
        .values({ id, ...state })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
        .execute();
    },

    putEvidence: async (evidence) => {
      await db
        .insertInto('replica_evidence')
        .values({ id, ...evidence })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(evidence))
        .execute();
    },

    putEtags: async (category, etags) => {
      await db.deleteFrom('replica_etags').where('category', '=', category).execute();
      for (const format of ['v2', 'legacy'] as const) {
        const etag = etags[format];
        if (etag) await db.insertInto('replica_etags').values({ category, format, etag }).execute();
      }
    },
  };
}
