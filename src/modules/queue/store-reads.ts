import { type SqlBool, sql } from 'kysely';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { foldName } from '../../records/model-name.ts';
import { chunks, rowsOf } from '../../store/chunks.ts';
import { fromJson } from '../../store/json-column.ts';
import type { ReadDb } from '../../store/tx.ts';
import { readBatchIds } from '../audit/index.ts';
import type { ReviewedKind } from '../catalogues/index.ts';
import {
  type ChangeHead,
  type ChangeStatus,
  type ListedChange,
  type StoredChange,
  submittedBodyColumns,
} from './pending-change.ts';
import { readNewName } from './rename.ts';
import { createChangeIdReader } from './store-ids.ts';
import {
  bodyColumns,
  hasBatchNumber,
  isInBatch,
  isInBatches,
  isInOpenBatch,
  openBatchColumns,
  toChange,
  toHead,
  toListed,
  toShownBatch,
} from './store-rows.ts';
import type { BatchCounts, ChangeFilter, Page } from './tables.ts';

const sortAscending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/**
 * Reads changes. A read by several ids returns the changes in ascending order of id, and ignores ids without a change.
 */
export function createChangeReader(db: ReadDb) {
  const idReader = createChangeIdReader(db);
  // Built only when used, because each write opens the store several times.
  const selectHeads = () => db.selectFrom('pending_changes').selectAll().select(openBatchColumns);
  const selectOpen = () => db.selectFrom('pending_changes').where('status', 'in', ['pending', 'approved']);
  const selectWithBodies = () =>
    db
      .selectFrom('pending_changes')
      .innerJoin('pending_change_bodies as body', 'body.change_id', 'pending_changes.change_id')
      .orderBy('pending_changes.change_id');

  const getMany = async (changeIds: readonly number[]): Promise<StoredChange[]> => {
    const rows = await rowsOf(sortAscending(changeIds), (ids) =>
      selectWithBodies()
        .selectAll('pending_changes')
        .select(openBatchColumns)
        .select(bodyColumns.map((name) => `body.${name}` as const))
        .where('pending_changes.change_id', 'in', ids),
    );
    return rows.map(toChange);
  };

  const readListedChanges = async (changeIds: readonly number[]): Promise<ListedChange[]> => {
    const rows = await rowsOf(changeIds, (ids) =>
      selectWithBodies()
        .selectAll('pending_changes')
        .select(openBatchColumns)
        .select(submittedBodyColumns.map((name) => `body.${name}` as const))
        .where('pending_changes.change_id', 'in', ids),
    );
    return rows.map(toListed);
  };

  /**
   * Returns the id of the open batch; null when it has no approved change. With `domain`, only changes of
   * this domain count.
   */
  const openBatch = async (domain?: CanonicalFormat): Promise<number | null> => {
    let approvedChanges = db.selectFrom('pending_changes').select('change_id').where(isInOpenBatch);
    if (domain) approvedChanges = approvedChanges.where('domain', '=', domain);
    const openBatchRow = await db
      .selectFrom('open_batch')
      .select('batch_id')
      .where(({ exists }) => exists(approvedChanges))
      .executeTakeFirst();
    return openBatchRow?.batch_id ?? null;
  };

  return {
    ...idReader,
    ...createChangeCountReader(db),
    getMany,
    get: async (changeId: number): Promise<StoredChange | null> => (await getMany([changeId]))[0] ?? null,

    listed: readListedChanges,

    /** Reads changes without their bodies, which are large. */
    heads: async (changeIds: readonly number[]): Promise<ChangeHead[]> => {
      const rows = await rowsOf(sortAscending(changeIds), (ids) =>
        selectHeads().where('change_id', 'in', ids).orderBy('change_id'),
      );
      return rows.map(toHead);
    },

    /**
     * Lists the pending and approved changes of these models of a category, without their bodies, in
     * ascending order of id.
     */
    open: async (category: string, names: readonly string[]): Promise<ChangeHead[]> => {
      const rows = await rowsOf(names, (chunk) =>
        selectOpen()
          .selectAll()
          .select(openBatchColumns)
          .where('category', '=', category)
          .where('model_name', 'in', chunk)
          .where('resource_kind', '=', 'model_reference'),
      );
      return rows.map(toHead).sort((a, b) => a.change_id - b.change_id);
    },

    /** Lists the pending and approved change sets of a kind of catalogue, in ascending order of id. */
    openChangeSets: async (kind: ReviewedKind): Promise<ListedChange[]> => {
      const rows = await db
        .selectFrom('pending_changes')
        .select('change_id')
        // Must repeat the condition of the partial index literally; otherwise the databases do not use it.
        .where(sql<SqlBool>`resource_kind <> 'model_reference'`)
        .where('resource_kind', '=', kind)
        .where('status', 'in', ['pending', 'approved'])
        .execute();
      return readListedChanges(rows.map(({ change_id }) => change_id));
    },

    /** Returns, by id, the version of each pending or approved change, in ascending order of id. */
    openVersions: async (): Promise<ReadonlyMap<number, number>> => {
      const rows = await selectOpen().select(['change_id', 'version']).orderBy('change_id').execute();
      return new Map(rows.map(({ change_id, version }) => [change_id, version]));
    },

    /**
     * Returns up to `limit` ids, ascending, of pending and approved changes whose payload contains a text,
     * ignoring case.
     *
     * @param text digits and ASCII letters in lower case
     */
    openContaining: async (text: string, limit: number): Promise<number[]> => {
      const rows = await selectWithBodies()
        .select('pending_changes.change_id')
        .where('pending_changes.status', 'in', ['pending', 'approved'])
        .where(sql<SqlBool>`lower(body.payload) like ${`%${text}%`}`)
        .limit(limit)
        .execute();
      return rows.map(({ change_id }) => change_id);
    },

    /** Lists one page of the matching changes, in ascending order of id; `total` counts the changes on all pages. */
    list: async (filter: ChangeFilter, page: Page): Promise<{ items: ListedChange[]; total: number }> => {
      const { ids, total } = await idReader.pageOfIds(filter, page);
      return { items: await readListedChanges(ids), total };
    },

    /**
     * Returns the ids of the changes whose `model_name_folded` is wrong, so that a search by name would not
     * find them.
     */
    findMisfolded: async (changeIds: readonly number[]): Promise<number[]> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('pending_changes')
          .select(['change_id', 'model_name', 'model_name_folded'])
          .where('change_id', 'in', ids)
          .orderBy('change_id'),
      );
      const outdatedRows = rows.filter((row) => row.model_name_folded !== foldName(row.model_name));
      return outdatedRows.map(({ change_id }) => change_id);
    },

    /**
     * Returns, by change id, the new model name of each change that is a rename. Other changes are absent.
     */
    newNames: async (changeIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('pending_change_bodies')
          .select(['change_id', 'request_metadata'])
          .where('change_id', 'in', ids)
          .where('request_metadata', 'like', '%"renames_to"%'),
      );
      const parseMetadata = ({ change_id, request_metadata }: (typeof rows)[number]) => ({
        request_metadata: fromJson<JsonObject>(
          request_metadata ?? '{}',
          `request_metadata of change ${change_id}`,
        ),
      });
      const newNames = rows.map((row) => [row.change_id, readNewName(parseMetadata(row))] as const);
      return new Map(newNames.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
    },

    /** Lists up to `limit` ids of batches with changes of a domain, newest first, all less than `beforeId`. */
    batches: async (domain: CanonicalFormat, beforeId: number, limit: number): Promise<number[]> => {
      const openBatchId = await openBatch(domain);
      const numberedChanges = sql`pending_changes where domain = ${domain} and ${hasBatchNumber}`;
      const ids = await readBatchIds(db, numberedChanges, beforeId, limit);
      // The open batch is the newest. `ids` may already contain its number, because changes can be rejected
      // in it.
      return openBatchId === null || openBatchId >= beforeId
        ? ids
        : [...new Set([openBatchId, ...ids])].slice(0, limit);
    },

    /** Lists up to `limit` ids of applied batches, newest first, all greater than `after`. */
    appliedBatches: (after: number, limit: number): Promise<number[]> => {
      const appliedChanges = sql`pending_changes where status = 'applied' and batch_id > ${after}`;
      return readBatchIds(db, appliedChanges, Number.MAX_SAFE_INTEGER, limit);
    },

    /** Returns the first approved change of a batch; null when no change of the batch was approved. */
    firstApproved: async (batchId: number): Promise<ChangeHead | null> => {
      const row = await selectHeads()
        .where(isInBatch(batchId))
        .where('approved_at', 'is not', null)
        .orderBy('approved_at')
        .orderBy('change_id')
        .limit(1)
        .executeTakeFirst();
      return row ? toHead(row) : null;
    },

    /** Returns the id of the open batch; null when no change is approved. */
    openBatch: () => openBatch(),
  };
}

/**
 * Counts changes and their bytes. Each query must repeat the condition of a partial index literally;
 * otherwise the databases do not use the index.
 */
function createChangeCountReader(db: ReadDb) {
  return {
    counts: async (): Promise<Record<ChangeStatus, number>> => {
      const rows = await db
        .selectFrom('pending_changes')
        .select(({ fn }) => ['status', fn.countAll<number>().as('changes')])
        .groupBy('status')
        .execute();
      const counts: Record<ChangeStatus, number> = { pending: 0, approved: 0, applied: 0, rejected: 0 };
      for (const row of rows) counts[row.status] = row.changes;
      return counts;
    },

    /**
     * Lists the timestamps (Unix seconds) of the changes that are pending, or were decided or applied since a
     * time. `withdrawn` is 1 for withdrawn changes.
     */
    times: (since: number) =>
      db
        .selectFrom('pending_changes')
        .select(['requested_at', 'approved_at', 'rejected_at', 'applied_at'])
        // Only withdrawals have no batch title.
        .select(
          sql<number>`case when rejected_at is not null and batch_title is null then 1 else 0 end`.as(
            'withdrawn',
          ),
        )
        .where((change) =>
          change.or([
            change('status', '=', 'pending'),
            ...(['approved_at', 'rejected_at', 'applied_at'] as const).map((at) => change(at, '>=', since)),
          ]),
        )
        .execute(),

    /**
     * Returns the number of an account's pending and approved changes, and the bytes of all their versions.
     * The bytes include the changes that the account has withdrawn since `withdrawnSince` (Unix seconds).
     */
    waiting: async (
      requestedBy: string,
      withdrawnSince: number,
    ): Promise<{ readonly changes: number; readonly bytes: number }> => {
      const { rows } = await sql<{ changes: number; bytes: number }>`
        select count(*) as changes, cast(coalesce(sum(body_bytes + earlier_bytes), 0) as bigint) as bytes
        from pending_changes where requested_by = ${requestedBy} and status in ('pending', 'approved')
        union all
        select 0, cast(coalesce(sum(body_bytes + earlier_bytes), 0) as bigint)
        from pending_changes where requested_by = ${requestedBy} and rejected_by = requested_by
          and status = 'rejected' and rejected_at >= ${withdrawnSince}`.execute(db);
      return rows.reduce(
        (sum, { changes, bytes }) => ({ changes: sum.changes + changes, bytes: sum.bytes + bytes }),
        { changes: 0, bytes: 0 },
      );
    },

    /**
     * Counts each account's applied and rejected changes, without withdrawals; an account without any is
     * absent.
     */
    decisionCounts: async (
      requestedBy: readonly string[],
    ): Promise<ReadonlyMap<string, { applied: number; rejected: number }>> => {
      const rows = await rowsOf(requestedBy, (accounts) =>
        db
          .selectFrom('pending_changes')
          .select(({ fn }) => ['requested_by', 'status', fn.countAll<number>().as('changes')])
          .where('requested_by', 'in', accounts)
          // Excludes withdrawals, which have no batch title and are not decisions of reviewers.
          .where(
            sql<SqlBool>`case status when 'applied' then true when 'rejected' then batch_title is not null end`,
          )
          .groupBy(['requested_by', 'status']),
      );
      const decisionsByUser = new Map<string, { applied: number; rejected: number }>();
      for (const { requested_by, status, changes } of rows) {
        const userDecisions = decisionsByUser.get(requested_by) ?? { applied: 0, rejected: 0 };
        decisionsByUser.set(requested_by, { ...userDecisions, [status]: changes });
      }
      return decisionsByUser;
    },

    /** Counts each batch's changes of this domain by status. A batch without such changes is absent. */
    batchCounts: async (domain: CanonicalFormat, batchIds: readonly number[]): Promise<BatchCounts[]> => {
      const rows = await rowsOf(batchIds, (ids) =>
        db
          .selectFrom('pending_changes')
          .select(({ fn }) => [
            'batch_id',
            openBatchColumns[0],
            'status',
            fn.countAll<number>().as('changes'),
            fn.max('applied_at').as('applied_at'),
          ])
          .where('domain', '=', domain)
          .where(isInBatches(ids))
          .groupBy(['batch_id', 'status']),
      );
      const counts = new Map<number, BatchCounts>();
      for (const { status, changes, applied_at, ...row } of rows) {
        const batch_id = toShownBatch(row);
        if (batch_id === null || status === 'pending') continue;
        const emptyCounts = { batch_id, approved: 0, applied: 0, rejected: 0, applied_at: null };
        const batchCounts = counts.get(batch_id) ?? emptyCounts;
        counts.set(batch_id, {
          ...batchCounts,
          [status]: changes,
          applied_at: batchCounts.applied_at ?? applied_at,
        });
      }
      return [...counts.values()];
    },

    /**
     * Returns, by change id, the UTF-8 length of the proposal and the hash of its payload's canonical JSON.
     * Ids without a change are absent.
     */
    bodyFacts: async (
      changeIds: readonly number[],
    ): Promise<ReadonlyMap<number, { readonly bytes: number; readonly payloadHash: string }>> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('pending_changes')
          .select(['change_id', 'body_bytes', 'payload_hash'])
          .where('change_id', 'in', ids),
      );
      return new Map(
        rows.map(({ change_id, body_bytes, payload_hash }) => [
          change_id,
          { bytes: body_bytes, payloadHash: payload_hash },
        ]),
      );
    },

    /** Returns the total UTF-8 length of `before_state` and `after_state` of these changes. */
    appliedBytes: async (changeIds: readonly number[]): Promise<number> => {
      const totalBytes = sql<number>`coalesce(octet_length(before_state), 0) + coalesce(octet_length(after_state), 0)`;
      let sum = 0;
      for (const ids of chunks(changeIds)) {
        const { bytes } = await db
          .selectFrom('pending_change_bodies')
          .select(sql<number>`coalesce(sum(${totalBytes}), 0)`.as('bytes'))
          .where('change_id', 'in', ids)
          .executeTakeFirstOrThrow();
        sum += Number(bytes);
      }
      return sum;
    },
  };
}
