import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import { chunks } from '../../store/chunks.ts';
import type { Tables } from '../../store/tables.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { InboxKind, InboxReason } from './notice.ts';
import type { EntryId, InboxEntry } from './tables.ts';

export interface InboxFilter {
  user_id: string;
  because?: InboxReason | undefined;
  kinds?: readonly InboxKind[] | undefined;
  unread?: boolean | undefined;
}

function reads({ db }: Tx) {
  return {
    /**
     * Lists at most `limit` entries that match the filter, newest first. With `before`, lists only entries
     * older than the entry with this key.
     */
    list: (filter: InboxFilter, limit: number, before?: EntryId): Promise<InboxEntry[]> => {
      let query = db.selectFrom('inbox_entries').selectAll().where(filterEntries(filter));
      if (before) {
        query = query.where(sql<SqlBool>`(event_id, change_id) < (${before.event_id}, ${before.change_id})`);
      }
      return query.orderBy('event_id', 'desc').orderBy('change_id', 'desc').limit(limit).execute();
    },

    /**
     * Counts the unread entries of these accounts. Returns one row for each account, kind and reason with unread
     * entries.
     */
    countUnread: async (userIds: readonly string[]) => {
      const counts = [];
      for (const userIdChunk of chunks([...new Set(userIds)])) {
        const rows = await db
          .selectFrom('inbox_entries')
          .select(({ fn }) => ['user_id', 'kind', 'because', fn.countAll().as('entries')])
          .where('user_id', 'in', userIdChunk)
          .where(isUnread)
          .groupBy(['user_id', 'kind', 'because'])
          .execute();
        counts.push(...rows.map((row) => ({ ...row, entries: Number(row.entries) })));
      }
      return counts;
    },

    /** Lists the accounts that have more than `maxPerUser` entries, each with the number of its entries. */
    listOverfull: async (maxPerUser: number) => {
      const rows = await db
        .selectFrom('inbox_entries')
        .select(({ fn }) => ['user_id', fn.countAll().as('entries')])
        .groupBy('user_id')
        .having(({ fn }) => fn.countAll(), '>', maxPerUser)
        .execute();
      return rows.map((row) => ({ ...row, entries: Number(row.entries) }));
    },
  };
}

function writes({ db }: WriteTx) {
  return {
    add: async (entries: readonly InboxEntry[]) => {
      for (const entryChunk of chunks(entries))
        await db.insertInto('inbox_entries').values(entryChunk).execute();
    },

    /**
     * Marks the entries that match both the filter and the selection as read. The selection is a list of ids, or
     * all entries about events up to `upTo`. Returns the number of entries that were unread.
     */
    markRead: async (
      filter: InboxFilter,
      selection: { readonly ids: readonly EntryId[] } | { readonly upTo: number },
      now: number,
    ) => {
      const updateQuery = db
        .updateTable('inbox_entries')
        .set({ read_at: now })
        .where(filterEntries(filter))
        .where(isUnread);
      if ('upTo' in selection) {
        const { numUpdatedRows } = await updateQuery
          .where('event_id', '<=', selection.upTo)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }
      let markedCount = 0;
      for (const idChunk of chunks(selection.ids)) {
        // PostgreSQL treats uncast values in such a list as text.
        const ids = sql.join(
          idChunk.map((id) => sql`(cast(${id.event_id} as bigint), cast(${id.change_id} as bigint))`),
        );
        const { numUpdatedRows } = await updateQuery
          .where(sql<SqlBool>`(event_id, change_id) in (values ${ids})`)
          .executeTakeFirstOrThrow();
        markedCount += Number(numUpdatedRows);
      }
      return markedCount;
    },

    /** Replaces the excerpt of the entries about an event, in all inboxes. */
    setExcerpt: async (eventId: number, excerpt: string) => {
      await db.updateTable('inbox_entries').set({ excerpt }).where('event_id', '=', eventId).execute();
    },

    /** Removes the entries about an event from all inboxes. */
    removeEntries: async (eventId: number) => {
      await db.deleteFrom('inbox_entries').where('event_id', '=', eventId).execute();
    },

    /**
     * Removes `surplusCount` entries of an account: the oldest read entries first, then the oldest unread ones.
     */
    trim: async (userId: string, surplusCount: number) => {
      await sql`
        delete from inbox_entries where user_id = ${userId} and (event_id, change_id) in (
          select event_id, change_id from inbox_entries where user_id = ${userId}
          order by case when read_at is null then 1 else 0 end, event_id, change_id
          limit ${sql.lit(surplusCount)})`.execute(db);
    },
  };
}

export const inboxStore = storeOver(reads, writes);

/**
 * SQL condition for unread entries. It must match the condition of the partial index `inbox_entries_unread`,
 * so that SQLite and PostgreSQL use that index.
 */
const isUnread = sql<SqlBool>`read_at is null`;

function filterEntries({ user_id, because, kinds, unread, ...rest }: InboxFilter) {
  rest satisfies NoOtherKeys;
  return ({ eb, and }: ExpressionBuilder<Tables, 'inbox_entries'>) =>
    and([
      eb('user_id', '=', user_id),
      ...(because === undefined ? [] : [eb('because', '=', because)]),
      ...(kinds === undefined ? [] : [eb('kind', 'in', kinds)]),
      ...(unread === undefined ? [] : [eb('read_at', unread ? 'is' : 'is not', null)]),
    ]);
}
