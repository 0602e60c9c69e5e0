import { type Kysely, type SqlBool, sql } from 'kysely';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { foldName } from '../../records/model-name.ts';
import { chunks } from '../../store/chunks.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import { batchIdsBelow } from '../audit/index.ts';
import type { ChangeHead, ChangeStatus, ListedChange, StoredChange } from './pending-change.ts';
import { changeIdReader } from './store-ids.ts';
import { toChange, toHead, toListed } from './store-rows.ts';
import type {
  BatchCounts,
  BodyFacts,
  BodyFactsRow,
  ChangeFilter,
  ChangeHeadRow,
  Page,
  Waiting,
} from './tables.ts';

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

export function changeReader(db: Kysely<Tables>) {
  const fitting = changeIdReader(db);
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

  return {
    ...fitting,
    ...changeSizeReader(db),
    ...changeCountReader(db),
    /** In ascending id; missing ones are absent. */
    getMany,

    /** Without the large part, in ascending id; missing ones are absent. */
    heads: async (changeIds: readonly number[]): Promise<ChangeHead[]> => {
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

    /** Pending and approved changes of these models of a category, without the large part, in ascending id. */
    open: async (category: string, names: readonly string[]): Promise<ChangeHead[]> => {
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

    /** The version of each pending or approved change, by id, ascending. */
    openVersions: async (): Promise<ReadonlyMap<number, number>> => {
      const rows = await db
        .selectFrom('pending_changes')
        .select(['change_id', 'version'])
        .where('status', 'in', ['pending', 'approved'])
        .orderBy('change_id')
        .execute();
      return new Map(rows.map(({ change_id, version }) => [change_id, version]));
    },

    /**
     * Pending and approved changes in whose payload a text stands, in any case; ascending, at most `limit`.
     * @param text of digits and ASCII letters in lower case
     */
    openNaming: async (text: string, limit: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('pending_changes')
        .innerJoin('pending_change_bodies as body', 'body.change_id', 'pending_changes.change_id')
        .select('pending_changes.change_id')
        .where('pending_changes.status', 'in', ['pending', 'approved'])
        .where(sql<SqlBool>`lower(body.payload) like ${`%${text}%`}`)
        .orderBy('pending_changes.change_id')
        .limit(limit)
        .execute();
      return rows.map(({ change_id }) => change_id);
    },

    get: async (changeId: number): Promise<StoredChange | null> => (await getMany([changeId]))[0] ?? null,

    /** Ascending change id; `total` counts before paging. */
    list: async (filter: ChangeFilter, page: Page): Promise<{ items: ListedChange[]; total: number }> => {
      const { ids, total } = await fitting.pageOfIds(filter, page);
      return { items: await listed(ids), total };
    },

    /** As lists show them, in ascending id; missing ones are absent. */
    listed,

    /** Those of the changes that a search by name would look for under another name than their own. */
    misfolded: async (changeIds: readonly number[]): Promise<number[]> => {
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

    /** Which batch each of the changes takes back, by id; those that take none back are absent. */
    reverts: async (changeIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
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

    /** Ids of the batches below `below` that have a change of that domain, descending, at most `limit`. */
    batches: (domain: CanonicalFormat, below: number, limit: number): Promise<number[]> =>
      batchIdsBelow(db, sql`pending_changes where domain = ${domain}`, below, limit),

    /** The change of a batch that was approved first; null when none was. */
    firstApproved: async (batchId: number): Promise<ChangeHead | null> => {
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

    /** The batch of the approved, not yet applied changes; null when there is none. */
    openBatch: async (): Promise<number | null> => {
      const approved = await db
        .selectFrom('pending_changes')
        .select('batch_id')
        .where('status', '=', 'approved')
        .orderBy('change_id')
        .limit(1)
        .executeTakeFirst();
      return approved?.batch_id ?? null;
    },
  };
}

/**
 * How many changes there are: by status, account and batch. What an index is limited to stands in the text,
 * in the same words: only so do the databases see that it serves.
 */
function changeCountReader(db: Kysely<Tables>) {
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
function changeSizeReader(db: Kysely<Tables>) {
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
