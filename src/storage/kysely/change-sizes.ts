import { type Kysely, sql } from 'kysely';
import type { BodyFacts, ChangeReader } from '../../services/ports/store/changes.ts';
import type { Tables } from '../schema.ts';
import { chunks } from './chunks.ts';

/** How large changes are, without reading what they hold. */
export function changeSizeReader(
  db: Kysely<Tables>,
): Pick<ChangeReader, 'bodyFacts' | 'appliedBytes' | 'reviewBytes'> {
  return {
    bodyFacts: async (changeIds) => {
      const facts = new Map<number, BodyFacts>();
      for (const ids of chunks(changeIds)) {
        const rows = await db
          .selectFrom('pending_changes')
          .select(['change_id', 'body_bytes', 'payload_hash'])
          .where('change_id', 'in', ids)
          .execute();
        for (const { change_id, body_bytes, payload_hash } of rows) {
          facts.set(change_id, { bytes: body_bytes, payloadHash: payload_hash });
        }
      }
      return facts;
    },

    appliedBytes: async (changeIds) => {
      let sum = 0;
      for (const ids of chunks(changeIds)) {
        const { bytes } = await db
          .selectFrom('pending_change_bodies')
          .select(
            sql<number>`coalesce(sum(coalesce(octet_length(before_state), 0) + coalesce(octet_length(after_state), 0)), 0)`.as(
              'bytes',
            ),
          )
          .where('change_id', 'in', ids)
          .executeTakeFirstOrThrow();
        sum += Number(bytes);
      }
      return sum;
    },

    reviewBytes: async (changeIds) => {
      const bytes = new Map<number, number>();
      for (const ids of chunks(changeIds)) {
        const rows = await db
          .selectFrom('pending_changes as change')
          .leftJoin('models as live', (join) =>
            join.onRef('live.category', '=', 'change.category').onRef('live.name', '=', 'change.model_name'),
          )
          .select([
            'change.change_id',
            sql<number>`change.body_bytes + coalesce(octet_length(live.v2), 0) + coalesce(octet_length(live.legacy), 0)`.as(
              'bytes',
            ),
          ])
          .where('change.change_id', 'in', ids)
          .execute();
        for (const row of rows) bytes.set(row.change_id, row.bytes);
      }
      return bytes;
    },
  };
}
