import { type Kysely, type SqlBool, sql } from 'kysely';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { chunks } from '../../store/chunks.ts';
import type { Tables } from '../../store/tables.ts';
import type { ChangeStatus } from './pending-change.ts';
import type { BatchCounts, BodyFacts, Waiting } from './tables.ts';

/**
 * How many changes there are: by status, account and batch. What an index is limited to stands in the text,
 * in the same words: only so do the databases see that it serves.
 */
export function changeCountReader(db: Kysely<Tables>) {
  return {
    /** Number of changes per status. */
    counts: async (): Promise<Record<ChangeStatus, number>> => {
      const rows = await db
        .selectFrom('pending_changes')
        .select((expression) => ['status', expression.fn.countAll<number>().as('changes')])
        .groupBy('status')
        .execute();
      const counts: Record<ChangeStatus, number> = { pending: 0, approved: 0, applied: 0, rejected: 0 };
      for (const row of rows) counts[row.status] = row.changes;
      return counts;
    },

    /** How many changes of an account are pending or approved, and how large what they propose is. */
    waiting: (requestedBy: string): Promise<Waiting> => countWaiting(db, requestedBy),

    /** How many changes of these accounts were applied, and rejected (not by themselves: withdrawn); of those without any: absent. */
    decidedOf: async (
      requestedBy: readonly string[],
    ): Promise<ReadonlyMap<string, { applied: number; rejected: number }>> => {
      const found = new Map<string, { applied: number; rejected: number }>();
      for (const accounts of chunks([...new Set(requestedBy)])) {
        const rows = await db
          .selectFrom('pending_changes')
          .select((expression) => ['requested_by', 'status', expression.fn.countAll<number>().as('changes')])
          .where('requested_by', 'in', accounts)
          // Who has withdrawn a change has given no title to a batch; no decision was asked of anybody.
          .where(
            sql<SqlBool>`case status when 'applied' then true when 'rejected' then batch_title is not null end`,
          )
          .groupBy(['requested_by', 'status'])
          .execute();
        for (const { requested_by, status, changes } of rows) {
          const known = found.get(requested_by) ?? { applied: 0, rejected: 0 };
          found.set(requested_by, { ...known, [status]: changes });
        }
      }
      return found;
    },

    /** Counts of those of the batches that have a change of that domain. */
    batchCounts: (domain: CanonicalFormat, batchIds: readonly number[]): Promise<BatchCounts[]> =>
      batchCounts(db, domain, batchIds),
  };
}

async function countWaiting(db: Kysely<Tables>, requestedBy: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as changes, cast(coalesce(sum(body_bytes), 0) as bigint) as bytes
    from pending_changes where requested_by = ${requestedBy} and status in ('pending', 'approved')`.execute(
    db,
  );
  return rows[0] ?? { changes: 0, bytes: 0 };
}

async function batchCounts(
  db: Kysely<Tables>,
  domain: CanonicalFormat,
  batchIds: readonly number[],
): Promise<BatchCounts[]> {
  const counts = new Map<number, BatchCounts>();
  for (const ids of chunks([...new Set(batchIds)])) {
    const rows = await db
      .selectFrom('pending_changes')
      .select((expression) => [
        'batch_id',
        'status',
        expression.fn.countAll<number>().as('changes'),
        expression.fn.max('applied_at').as('applied_at'),
      ])
      .where('domain', '=', domain)
      .where('batch_id', 'in', ids)
      .groupBy(['batch_id', 'status'])
      .execute();
    for (const { batch_id, status, changes, applied_at } of rows) {
      if (batch_id === null || status === 'pending') continue;
      const none = { batch_id, approved: 0, applied: 0, rejected: 0, applied_at: null };
      const known = counts.get(batch_id) ?? none;
      counts.set(batch_id, { ...known, [status]: changes, applied_at: known.applied_at ?? applied_at });
    }
  }
  return [...counts.values()];
}

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
