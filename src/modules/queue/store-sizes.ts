import { type Kysely, sql } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import type { Tables } from '../../store/tables.ts';
import type { BodyFacts } from './tables.ts';

/** How large changes are, without reading what they hold. */
export function changeSizeReader(db: Kysely<Tables>) {
  return {
    /** What is known of the large parts without reading them, by id; missing ones are absent. */
    bodyFacts: async (changeIds: readonly number[]): Promise<ReadonlyMap<number, BodyFacts>> => {
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

    /** UTF-8 length of the records from before and after the applies of changes, together. */
    appliedBytes: async (changeIds: readonly number[]): Promise<number> => {
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
  };
}
