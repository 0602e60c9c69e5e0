import { type Expression, type Kysely, sql } from 'kysely';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import { foldName } from '../../registry/fold-name.ts';
import type { ChangeStatus, ListedChange, StoredChange } from '../../registry/queue/pending-change.ts';
import type {
  BatchCounts,
  BodyFacts,
  ChangeFilter,
  ChangeReader,
  Page,
  Waiting,
} from '../../services/ports/store/changes.ts';
import type { BodyFactsRow, ChangeHeadRow, Tables } from '../schema.ts';
import { batchIdsBelow } from './batch-ids.ts';
import { matches } from './change-filter.ts';
import { toChange, toHead, toListed } from './change-rows.ts';
import { chunks } from './chunks.ts';
import { fromJson } from './json-column.ts';

/** A change with what is kept beside it about its body. */
export interface ReadChange {
  readonly change: StoredChange;
  readonly facts: BodyFactsRow;
}

/**
 * In ascending id; missing ones are absent.
 * @param mostBytes only those whose body, as it was proposed, has no more
 */
export async function readChanges(
  db: Kysely<Tables>,
  changeIds: readonly number[],
  mostBytes?: number,
): Promise<ReadChange[]> {
  const found: ReadChange[] = [];
  for (const ids of chunks([...new Set(changeIds)].sort((a, b) => a - b))) {
    let query = db
      .selectFrom('pending_changes')
      .innerJoin('pending_change_bodies as body', 'body.change_id', 'pending_changes.change_id')
      .selectAll('pending_changes')
      .select([
        'body.payload',
        'body.notes',
        'body.request_metadata',
        'body.related_models',
        'body.before_state',
        'body.after_state',
      ])
      .where('pending_changes.change_id', 'in', ids)
      .orderBy('pending_changes.change_id');
    if (mostBytes !== undefined) query = query.where('body_bytes', '<=', mostBytes);
    for (const row of await query.execute()) {
      const { body_bytes, payload_hash } = row;
      found.push({ change: toChange(row), facts: { body_bytes, payload_hash } });
    }
  }
  return found;
}

export function changeReader(db: Kysely<Tables>): ChangeReader {
  const getMany = async (changeIds: readonly number[]): Promise<StoredChange[]> =>
    (await readChanges(db, changeIds)).map(({ change }) => change);

  const listed = async (changeIds: readonly number[]): Promise<ListedChange[]> => {
    const found: ListedChange[] = [];
    for (const ids of chunks(changeIds)) {
      const rows = await db
        .selectFrom('pending_changes')
        .innerJoin('pending_change_bodies as body', 'body.change_id', 'pending_changes.change_id')
        .selectAll('pending_changes')
        .select(['body.payload', 'body.notes', 'body.request_metadata', 'body.related_models'])
        .where('pending_changes.change_id', 'in', ids)
        .orderBy('pending_changes.change_id')
        .execute();
      found.push(...rows.map(toListed));
    }
    return found;
  };

  const idsOf = async (filter: ChangeFilter): Promise<number[]> => {
    const rows = await db
      .selectFrom('pending_changes')
      .select('change_id')
      .where(matches(filter))
      .orderBy(byId(filter))
      .execute();
    return rows.map((row) => row.change_id);
  };

  const count = async (filter: ChangeFilter): Promise<number> => {
    const { total } = await db
      .selectFrom('pending_changes')
      .select((expression) => expression.fn.countAll<number>().as('total'))
      .where(matches(filter))
      .executeTakeFirstOrThrow();
    return total;
  };

  // From an index: whole rows are read for the page alone.
  const pageOfIds = async (filter: ChangeFilter, page: Page): Promise<{ ids: number[]; total: number }> => {
    if (filter.model_name !== undefined) {
      // Counting these and finding the page would each look at every name: once does for both.
      const ids = await idsOf(filter);
      return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length };
    }
    const total = await count(filter);
    if (total <= page.offset) return { ids: [], total };
    const rows = await db
      .selectFrom('pending_changes')
      .select('change_id')
      .where(matches(filter))
      .orderBy(byId(filter))
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { ids: rows.map((row) => row.change_id), total };
  };

  return {
    getMany,
    count,

    misfolded: async (changeIds) => {
      const wrong: number[] = [];
      for (const ids of chunks(changeIds)) {
        const rows = await db
          .selectFrom('pending_changes')
          .select(['change_id', 'model_name', 'model_name_folded'])
          .where('change_id', 'in', ids)
          .orderBy('change_id')
          .execute();
        wrong.push(
          ...rows
            .filter((row) => row.model_name_folded !== foldName(row.model_name))
            .map(({ change_id }) => change_id),
        );
      }
      return wrong;
    },

    heads: async (changeIds) => {
      const rows: (ChangeHeadRow & BodyFactsRow)[] = [];
      for (const ids of chunks([...new Set(changeIds)].sort((a, b) => a - b))) {
        rows.push(
          ...(await db
            .selectFrom('pending_changes')
            .selectAll()
            .where('change_id', 'in', ids)
            .orderBy('change_id')
            .execute()),
        );
      }
      return rows.map(toHead);
    },

    open: async (category, names) => {
      const rows: (ChangeHeadRow & BodyFactsRow)[] = [];
      for (const some of chunks([...new Set(names)])) {
        rows.push(
          ...(await db
            .selectFrom('pending_changes')
            .selectAll()
            .where('category', '=', category)
            .where('model_name', 'in', some)
            .where('status', 'in', ['pending', 'approved'])
            .execute()),
        );
      }
      return rows.map(toHead).sort((a, b) => a.change_id - b.change_id);
    },

    get: async (changeId) => (await getMany([changeId]))[0] ?? null,

    list: async (filter, page) => {
      const { ids, total } = await pageOfIds(filter, page);
      return { items: await listed(ids), total };
    },

    listed,
    pageOfIds,

    reverts: async (changeIds) => {
      const batches = new Map<number, number>();
      for (const ids of chunks(changeIds)) {
        const rows = await db
          .selectFrom('pending_change_bodies')
          .select(['change_id', 'request_metadata'])
          .where('change_id', 'in', ids)
          .where('request_metadata', 'like', '%"reverts_batch_id"%')
          .execute();
        for (const { change_id, request_metadata } of rows) {
          const place = `request_metadata of change ${change_id}`;
          const { reverts_batch_id: batch } = fromJson<{ reverts_batch_id?: unknown }>(
            request_metadata ?? '{}',
            place,
          );
          if (typeof batch === 'number') batches.set(change_id, batch);
        }
      }
      return batches;
    },

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

    waiting: (requestedBy) => countWaiting(db, requestedBy),

    ids: idsOf,

    latestIds: async (filter, page) => {
      const rows = await db
        .selectFrom('pending_changes')
        .select('change_id')
        .where(matches(filter))
        .orderBy(byId(filter), 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map((row) => row.change_id);
    },

    batches: (domain, below, limit) =>
      batchIdsBelow(db, sql`pending_changes where domain = ${domain}`, below, limit),

    batchCounts: (domain, batchIds) => batchCounts(db, domain, batchIds),

    firstApproved: async (batchId) => {
      const row = await db
        .selectFrom('pending_changes')
        .selectAll()
        .where('batch_id', '=', batchId)
        .where('approved_at', 'is not', null)
        .orderBy('approved_at')
        .orderBy('change_id')
        .limit(1)
        .executeTakeFirst();
      return row ? toHead(row) : null;
    },

    openBatch: async () => {
      const approved = await db
        .selectFrom('pending_changes')
        .select('batch_id')
        .where('status', '=', 'approved')
        .orderBy('change_id')
        .limit(1)
        .executeTakeFirst();
      return approved?.batch_id ?? null;
    },

    decidedOf: async (requestedBy) => {
      const found = new Map<string, { applied: number; rejected: number }>();
      for (const accounts of chunks([...new Set(requestedBy)])) {
        const rows = await db
          .selectFrom('pending_changes')
          .select((expression) => ['requested_by', 'status', expression.fn.countAll<number>().as('changes')])
          .where('requested_by', 'in', accounts)
          // Who has withdrawn a change has given no title to a batch; no decision was asked of anybody.
          .where(({ eb, or, and }) =>
            or([
              eb('status', '=', 'applied'),
              and([eb('status', '=', 'rejected'), eb('batch_title', 'is not', null)]),
            ]),
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

    counts: async () => {
      const rows = await db
        .selectFrom('pending_changes')
        .select((expression) => ['status', expression.fn.countAll<number>().as('changes')])
        .groupBy('status')
        .execute();
      const counts: Record<ChangeStatus, number> = { pending: 0, approved: 0, applied: 0, rejected: 0 };
      for (const row of rows) counts[row.status] = row.changes;
      return counts;
    },
  };
}

async function countWaiting(db: Kysely<Tables>, requestedBy: string): Promise<Waiting> {
  // In these words, not as parameters: only so do the databases see that the partial index serves.
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

/**
 * Ascending id. A search for part of a name has to look at every name; the `+` keeps SQLite from doing that
 * along the table just because its rows are in this order, and lets it read a much smaller index.
 */
function byId(filter: ChangeFilter): Expression<number> {
  return filter.model_name === undefined ? sql.ref('change_id') : sql`+change_id`;
}
