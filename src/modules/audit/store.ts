import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { JsonObject } from '../../kernel/json.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChainEnd, FeedCursor } from '../../records/feed-cursor.ts';
import { chunks, rowsOf, splitIntoChunks } from '../../store/chunks.ts';
import { createDamagedError, fromJson, toJson } from '../../store/json-column.ts';
import { postgresWords, sqliteWords } from '../../store/migrations/migration.ts';
import type { Tables } from '../../store/tables.ts';
import { type ReadDb, storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import { type AuditEvent, type AuditOperation, chainStart, queueCategory, storedColumns } from './event.ts';
import type { AuditEventRow, AuditFilter, AuditPage, PageBounds, PagedAuditFilter } from './tables.ts';

function createReads({ db }: Tx) {
  // A subquery: with other conditions present, SQLite would otherwise scan the whole chain instead of looking
  // up many changes.
  const idsOf = (changeIds: readonly number[]) =>
    db.selectFrom('audit_events').select('event_id').where('change_id', 'in', changeIds);
  return {
    /**
     * Returns the latest event's id and hash; `{event_id: 0, hash: '0'.repeat(64)}` when there is no event.
     */
    head: (): Promise<ChainEnd> =>
      db.selectFrom('audit_head').select(['event_id', 'hash']).executeTakeFirstOrThrow(),

    /**
     * Returns whether the chain contains the event of a cursor: an event with the id `event_id` whose hash
     * begins with `hash`. When `hash` is null, the id alone decides. A chain that contains the event also
     * contains all events before it.
     */
    has: async ({ event_id, hash }: FeedCursor): Promise<boolean> => {
      const matchesCursor = (storedHash: string) => hash === null || storedHash.startsWith(hash);
      if (event_id === chainStart.event_id) return matchesCursor(chainStart.hash);
      const row = await db
        .selectFrom('audit_events')
        .select('hash')
        .where('event_id', '=', event_id)
        .executeTakeFirst();
      return row !== undefined && matchesCursor(row.hash);
    },

    /**
     * Returns the number of events that were not recorded while the trail was off, and the Unix seconds of
     * the first and the last of these events.
     */
    unrecorded: (): Promise<{ events: number; since: number | null; until: number | null }> =>
      db
        .selectFrom('audit_head')
        .select(['unrecorded as events', 'unrecorded_since as since', 'unrecorded_until as until'])
        .executeTakeFirstOrThrow(),

    /** Lists the events that match a filter, in the order of their ids, at most `limit`. */
    events: async (
      filter: AuditFilter,
      limit: number,
      order: 'ascending' | 'descending' = 'ascending',
    ): Promise<AuditEvent[]> => {
      const direction = order === 'ascending' ? 1 : -1;
      const events: AuditEvent[] = [];
      for (const change_ids of filter.change_ids ? chunks(distinctIds(filter.change_ids)) : [null]) {
        let query = applyFilter(db.selectFrom('audit_events').selectAll(), filter);
        if (change_ids) query = query.where('event_id', 'in', idsOf(change_ids));
        const rows = await query
          .orderBy('event_id', order === 'ascending' ? 'asc' : 'desc')
          .limit(limit)
          .execute();
        events.push(...rows.map(toEvent));
      }
      return events.sort((a, b) => direction * (a.event_id - b.event_id)).slice(0, limit);
    },

    /**
     * Lists events as `events` does: at most `bounds.rows` events, whose payloads together have at most
     * `bounds.bytes` bytes. Returns at least one event if any matches, whatever the size of its payload.
     */
    page: async (
      filter: PagedAuditFilter,
      bounds: PageBounds,
      order: 'ascending' | 'descending' = 'ascending',
    ): Promise<AuditPage> => {
      const direction = order === 'ascending' ? 'asc' : 'desc';
      const sizes = await applyFilter(db.selectFrom('audit_events').select(['event_id', payloadSize]), filter)
        .orderBy('event_id', direction)
        .limit(bounds.rows)
        .execute();
      const ids = sizes.slice(0, countRowsWithin(sizes, bounds.bytes)).map(({ event_id }) => event_id);
      const rows = await rowsOf(ids, (chunk) =>
        db
          .selectFrom('audit_events')
          .selectAll()
          .where('event_id', 'in', chunk)
          .orderBy('event_id', direction),
      );
      return {
        events: rows.map(toEvent),
        hasMore: ids.length < sizes.length || sizes.length === bounds.rows,
      };
    },

    /**
     * Lists the events after the id `after` that created or deleted something with one of these names in a
     * category, in order. Does not read payloads, so the result includes events about groups of text models.
     */
    creationsAndDeletions: async (
      category: string,
      names: readonly string[],
      after: number,
    ): Promise<Pick<AuditEvent, 'event_id' | 'model_name' | 'operation'>[]> => {
      const rows = await rowsOf(names, (chunk) =>
        db
          .selectFrom('audit_events')
          .select(['event_id', 'model_name', 'operation'])
          .where('model_name', 'in', chunk)
          .where('category', '=', category)
          .where('event_id', '>', after)
          .where('operation', 'in', ['create', 'delete'])
          .orderBy('event_id'),
      );
      return rows.sort((a, b) => a.event_id - b.event_id);
    },

    /**
     * Counts the models of these categories that were created and deleted on each day (days since 1970-01-01,
     * UTC), starting from a day. A rename counts as both. A day may be listed more than once, with a part of
     * its models each. Assumes that events are in the order of their times.
     */
    modelsByDay: async (
      categories: readonly string[],
      from: number,
    ): Promise<{ day: number; operation: AuditOperation; models: number }[]> => {
      const { event_id: last } = await db
        .selectFrom('audit_head')
        .select('event_id')
        .executeTakeFirstOrThrow();
      const counts: { day: number; operation: AuditOperation; models: number }[] = [];
      // In slices of ids: while SQLite counts the events of a whole year, no request would be answered.
      for (
        let after = await findLastEventBefore(db, from * 86_400, last);
        after < last;
        after += eventsPerCount
      )
        counts.push(
          ...(await db
            .selectFrom('audit_events')
            .select(({ fn }) => [daysSince1970.as('day'), 'operation', fn.countAll<number>().as('models')])
            .where('event_id', '>', after)
            .where('event_id', '<=', after + eventsPerCount)
            .where('operation', 'in', ['create', 'delete'])
            .where('category', 'in', categories)
            // As `subjectOf` does: events about groups and requests have a category as well.
            .where(sql<SqlBool>`substr(payload, 1, 16) not in ('{"group_entry":"', '{"model_request"')`)
            .groupBy(['day', 'operation'])
            .execute()),
        );
      return counts;
    },

    /**
     * Returns, by change id, the id of the event that proposed the current version of the change. Omits
     * changes without such an event.
     */
    proposalEventIds: async (changeIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('audit_events')
          .select(({ fn }) => ['change_id', fn.max('event_id').as('event_id')])
          .where('event_id', 'in', idsOf(ids))
          .where('action', 'in', ['enqueue', 'revise'])
          .groupBy('change_id'),
      );
      return new Map(rows.map(({ change_id, event_id }) => [change_id as number, event_id]));
    },

    /** Returns the distinct ids of the changes that the matching events are about, in ascending order. */
    changeIds: async (filter: Pick<AuditFilter, 'batch_id' | 'domain' | 'action'>): Promise<number[]> => {
      const rows = await applyFilter(db.selectFrom('audit_events').select('change_id'), filter).execute();
      return distinctIds(rows.flatMap(({ change_id }) => change_id ?? [])).sort((a, b) => a - b);
    },

    /**
     * Returns, by change id, the total size in bytes of the payloads of the queue's events about that change.
     * Omits changes without such events.
     */
    queueEventBytes: async (changeIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('audit_events')
          .select(['change_id', payloadSize])
          .where('event_id', 'in', idsOf(ids))
          .where('category', '=', queueCategory),
      );
      const bytes = new Map<number, number>();
      for (const { change_id, bytes: size } of rows) {
        if (change_id !== null) bytes.set(change_id, (bytes.get(change_id) ?? 0) + size);
      }
      return bytes;
    },

    /**
     * Lists the accounts in the events about these changes: one entry for each pair of a change and an
     * account.
     */
    actorsOf: async (changeIds: readonly number[]): Promise<{ change_id: number; user_id: string }[]> => {
      const rows = await rowsOf(changeIds, (ids) =>
        db
          .selectFrom('audit_events')
          .select(['change_id', 'logical_user_id as user_id'])
          .distinct()
          .where('change_id', 'in', ids),
      );
      return rows.flatMap(({ change_id, user_id }) => (change_id === null ? [] : { change_id, user_id }));
    },

    /**
     * Checks the triggers that keep the trail append-only. Lists those that are missing,
     * altered or switched off, each as `trigger <name>`.
     */
    missingGuards: (): Promise<string[]> => findMissingGuards(db),

    /**
     * Returns the ids of the batches that contain a purged change of this domain. Lists only ids below
     * `beforeId`, in descending order, at most `limit`.
     */
    purgedBatches: (domain: CanonicalFormat, beforeId: number, limit: number): Promise<number[]> =>
      readBatchIds(db, sql`audit_events where action = 'purge' and domain = ${domain}`, beforeId, limit),
  };
}

function createWrites(tx: WriteTx) {
  const { db } = tx;
  return {
    /**
     * Appends events to the chain, and stores the last of them as the new end of the chain. The caller has
     * computed their ids and hashes from the end that `head` returned.
     * @throws Error when the first event does not follow the stored end of the chain
     */
    insert: async (events: readonly AuditEvent[]): Promise<void> => {
      const [first, last] = [events[0], events.at(-1)];
      if (!first || !last) return;
      // First, because it reports events that do not follow the chain.
      await moveHead(tx, { event_id: first.event_id - 1, hash: first.previous_hash }, last);
      for (const chunk of splitIntoChunks(events.map(toRow), (row) => row.payload?.length ?? 0)) {
        await db.insertInto('audit_events').values(chunk).execute();
      }
    },

    /** Adds to the number of events that `unrecorded` returns. `now`: Unix seconds. */
    countUnrecorded: async (events: number, now: number): Promise<void> => {
      await db
        .updateTable('audit_head')
        .set(({ eb, fn, val }) => ({
          unrecorded: eb('unrecorded', '+', events),
          unrecorded_since: fn.coalesce('unrecorded_since', val(now)),
          unrecorded_until: now,
        }))
        .execute();
    },

    /** Sets the number that `unrecorded` returns to zero, and its two times to null. */
    forgetUnrecorded: async (): Promise<void> => {
      await db
        .updateTable('audit_head')
        .set({ unrecorded: 0, unrecorded_since: null, unrecorded_until: null })
        .execute();
    },
  };
}

export const auditStore = storeOver(createReads, createWrites);

/**
 * Stores `to` as the end of the chain.
 * @throws Error when the chain does not end at `from`
 */
async function moveHead({ db }: WriteTx, from: ChainEnd, to: ChainEnd): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('audit_head')
    .set({ event_id: to.event_id, hash: to.hash })
    .where('event_id', '=', from.event_id)
    .where('hash', '=', from.hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    throw new Error(`Audit event ${from.event_id + 1} does not follow the end of the chain`);
  }
}

/** Number of events that one statement counts. */
const eventsPerCount = 20_000;
const daysSince1970 = sql<number>`timestamp / 86400`;

/**
 * Returns the id of the last event before a time (Unix seconds); 0 when there is none. Uses binary search,
 * because no index has the times.
 */
async function findLastEventBefore(db: ReadDb, time: number, last: number): Promise<number> {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = await db
      .selectFrom('audit_events')
      .select('timestamp')
      .where('event_id', '=', middle)
      .executeTakeFirst();
    if (event !== undefined && event.timestamp < time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds the conditions of a filter to a query, except `change_ids`, which the caller adds itself. */
function applyFilter<Output>(
  query: SelectQueryBuilder<Tables, 'audit_events', Output>,
  filter: PagedAuditFilter,
): SelectQueryBuilder<Tables, 'audit_events', Output> {
  const { domain, category, model_name, operation, batch_id, of_models, action, after, upto, ...rest } =
    filter;
  rest satisfies NoOtherKeys;
  if (domain !== undefined) query = query.where('domain', '=', domain);
  if (category !== undefined) query = query.where('category', '=', category);
  if (model_name !== undefined && category !== undefined) query = query.where('model_name', '=', model_name);
  else if (model_name !== undefined) {
    // Selects by id in a subquery: the index lists the events of a name in order only within one category,
    // and a sort would read whole rows.
    query = query.where('event_id', 'in', (events) =>
      events
        .selectFrom('audit_events as named')
        .select('named.event_id')
        .where('named.model_name', '=', model_name),
    );
  }
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (batch_id !== undefined) query = query.where('batch_id', '=', batch_id);
  // Written as literal SQL, not as a parameter, because the databases would otherwise not use the partial
  // index of these events.
  if (of_models) query = query.where(sql<SqlBool>`category <> ${sql.lit(queueCategory)}`);
  // A literal for the same reason.
  if (action !== undefined) query = query.where('action', '=', sql.lit(action));
  if (after !== undefined) query = query.where('event_id', '>', after);
  if (upto !== undefined) query = query.where('event_id', '<=', upto);
  return query;
}

/**
 * The size of the payload in bytes. The database takes it from the row's header, without reading the payload.
 */
const payloadSize = sql<number>`coalesce(octet_length(payload), 0)`.as('bytes');

/**
 * Returns how many of the first rows together have at most `maxBytes` bytes. Returns at least 1 if there is a
 * row, even when that row alone has more bytes.
 */
function countRowsWithin(sizes: readonly { readonly bytes: number }[], maxBytes: number): number {
  let count = 0;
  let sum = 0;
  for (const { bytes } of sizes) {
    sum += bytes;
    if (count > 0 && sum > maxBytes) break;
    count += 1;
  }
  return count;
}

function distinctIds(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

function toEvent(row: AuditEventRow): AuditEvent {
  return { ...row, payload: row.payload === null ? null : parseUnalteredPayload(row.payload, row.event_id) };
}

/**
 * Parses the stored text of a payload. Throws when the text differs from the result of `toJson` for its
 * value, because it was then altered. The event's hash does not show this, because it covers the value.
 */
function parseUnalteredPayload(text: string, eventId: number): JsonObject {
  const payload = fromJson<JsonObject>(text, `the payload of audit event ${eventId}`);
  if (toJson(payload) !== text)
    throw createDamagedError(`the payload of audit event ${eventId}`, 'was altered');
  return payload;
}

function toRow(event: AuditEvent): AuditEventRow {
  const columns = Object.fromEntries(
    storedColumns.map((column) => [column, event[column]]),
  ) as unknown as AuditEvent;
  return { ...columns, payload: toJson(event.payload) };
}

/**
 * Lists the batch ids below `beforeId` in `rows`: in descending order, each once, at most `limit`. `rows` is
 * a piece of SQL: a table, `where`, and a condition. Each id takes one look-up in an index, however many rows
 * have that id.
 */
export async function readBatchIds(
  db: ReadDb,
  rows: RawBuilder<unknown>,
  beforeId: number,
  limit: number,
): Promise<number[]> {
  const result = await sql<{ batch_id: number }>`
    with recursive ids (batch_id) as (
      select max(batch_id) from ${rows} and batch_id < ${beforeId}
      union all
      select (select max(batch_id) from ${rows} and batch_id < ids.batch_id) from ids where ids.batch_id is not null
    )
    select batch_id from ids where batch_id is not null limit ${limit}`.execute(db);
  return result.rows.map((row) => row.batch_id);
}

const auditTable = 'audit_events';

function findMissingGuards(db: ReadDb): Promise<string[]> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? findMissingPostgresTriggers(db)
    : findMissingSqliteTriggers(db);
}

async function findMissingSqliteTriggers(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'trigger' and tbl_name = ${auditTable}`.execute(db);
  const presentTriggers = new Set(rows.map((row) => toOneLine(row.sql)));
  const expectedTriggers = sqliteWords.appendOnly(auditTable);
  return expectedTriggers
    .filter((text) => !presentTriggers.has(toOneLine(text)))
    .map((text) => `trigger ${parseTriggerName(text)}`);
}

async function findMissingPostgresTriggers(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ name: string; calls: string; body: string }>`
    select tgname as name, proname as calls, prosrc as body
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = ${auditTable}::regclass and tgenabled in ('O', 'A') and not tgisinternal`.execute(db);
  const guard = `${auditTable}_refuse`;
  const guardTriggers = rows.filter(({ calls, body }) => calls === guard && body.includes('RAISE EXCEPTION'));
  const presentNames = new Set(guardTriggers.map(({ name }) => name));
  const triggers = postgresWords.appendOnly(auditTable).filter((text) => text.startsWith('CREATE TRIGGER'));
  return triggers
    .filter((text) => !presentNames.has(parseTriggerName(text)))
    .map((text) => `trigger ${parseTriggerName(text)}`);
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function parseTriggerName(createTrigger: string): string {
  return createTrigger.split(/\s+/)[2] ?? '';
}
