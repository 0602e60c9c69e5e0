import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { requestSorts } from '../../records/enums.ts';
import { rowsOf } from '../../store/chunks.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import { type ModelRequest, type RequestState, supportingActions } from './request.ts';
import type { RequestAction, RequestStep } from './request-event.ts';
import type { RequestRow, RequestSupporter } from './tables.ts';

export interface RequestFilter {
  readonly hidden: boolean;
  readonly category?: string | undefined;
  readonly states?: readonly RequestState[] | undefined;
  /** Only requests that this account has created or seconded. */
  readonly wantedBy?: string | undefined;
}

/** A position in a sorted list of requests, given by the last request before the next page. */
export type RequestListPosition = Pick<ModelRequest, 'wanted' | 'request_id'>;

export const requestStore = storeOver(requestReads, requestWrites);

function requestReads({ db }: Tx) {
  return {
    get: async (id: number): Promise<ModelRequest | null> => {
      const row = await db
        .selectFrom('model_requests')
        .selectAll()
        .where('request_id', '=', id)
        .executeTakeFirst();
      return row ? toRequest(row) : null;
    },

    list: async (
      filter: RequestFilter,
      {
        sort,
        limit,
        after,
      }: { sort: (typeof requestSorts)[number]; limit: number; after?: RequestListPosition },
    ): Promise<ModelRequest[]> => {
      const sortColumn = sort === 'wanted' ? 'wanted' : 'request_id';
      let query = db
        .selectFrom('model_requests')
        .selectAll()
        .where(matchesFilter(filter, sortColumn))
        .limit(limit);
      if (sort === 'wanted') query = query.orderBy('wanted', 'desc').orderBy('request_id', 'desc');
      else query = query.orderBy('request_id', sort === 'newest' ? 'desc' : 'asc');
      if (after) {
        const { wanted, request_id } = after;
        query =
          sort === 'wanted'
            ? query.where(sql<SqlBool>`(wanted, request_id) < (${wanted}, ${request_id})`)
            : query.where('request_id', sort === 'newest' ? '<' : '>', request_id);
      }
      return (await query.execute()).map(toRequest);
    },

    count: async (filter: RequestFilter): Promise<number> => {
      const { rows } = await db
        .selectFrom('model_requests')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where(matchesFilter(filter))
        .executeTakeFirstOrThrow();
      return Number(rows);
    },

    /** Lists requests with ids above `after`, in the order of their ids, at most `limit`. */
    page: async (after: number, limit: number): Promise<ModelRequest[]> => {
      const rows = await db
        .selectFrom('model_requests')
        .selectAll()
        .where('request_id', '>', after)
        .orderBy('request_id')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },

    /** Lists the open changes linked to requests, in the order in which they were linked. */
    openChanges: (ids: readonly number[]) =>
      rowsOf(ids, (chunk) =>
        db
          .selectFrom('model_request_steps')
          .innerJoin('pending_changes', 'pending_changes.change_id', 'model_request_steps.change_id')
          .select(['model_request_steps.request_id', 'pending_changes.change_id'])
          .where('model_request_steps.request_id', 'in', chunk)
          .where('pending_changes.status', 'in', ['pending', 'approved'])
          .orderBy('model_request_steps.event_id'),
      ),

    /** Lists the requests linked to changes: a row for each pair of a request and a change. */
    linkedRequests: (changeIds: readonly number[]) =>
      rowsOf(changeIds, (chunk) =>
        db
          .selectFrom('model_request_steps')
          .select(['request_id', 'change_id'])
          .where('change_id', 'in', chunk)
          .where('change_id', 'is not', null)
          .orderBy('event_id'),
      ),

    /**
     * Lists the newest requests with at least one of the keys, at most `limit`. Omits withdrawn requests,
     * except hidden ones.
     */
    withAnyKey: async (keys: readonly string[], limit: number): Promise<ModelRequest[]> => {
      if (keys.length === 0) return [];
      const rows = await db
        .selectFrom('model_requests')
        .selectAll()
        .where('request_id', 'in', (eb) =>
          eb.selectFrom('model_request_keys').select('request_id').where('key', 'in', keys),
        )
        .where((eb) => eb.or([eb('state', '!=', 'withdrawn'), eb('hidden', '=', 1)]))
        .orderBy('request_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },

    keys: (ids: readonly number[]) =>
      rowsOf(ids, (chunk) =>
        db.selectFrom('model_request_keys').selectAll().where('request_id', 'in', chunk).orderBy('key'),
      ),

    supporter: (request_id: number, user_id: string): Promise<RequestSupporter | undefined> =>
      db
        .selectFrom('model_request_seconds')
        .selectAll()
        .where('request_id', '=', request_id)
        .where('user_id', '=', user_id)
        .executeTakeFirst(),

    /**
     * Lists at most `limit` accounts that want the model of a request, with ids above `after`, in the order
     * of their ids.
     */
    supporters: (request_id: number, limit: number, after?: string): Promise<RequestSupporter[]> => {
      let query = db.selectFrom('model_request_seconds').selectAll().where('request_id', '=', request_id);
      if (after !== undefined) query = query.where('user_id', '>', after);
      return query.orderBy('user_id').limit(limit).execute();
    },

    /** Lists the steps of a request, the oldest first, except `second` and `unsecond`. */
    steps: (request_id: number, limit: number, after = 0) =>
      db
        .selectFrom('model_request_steps')
        .selectAll()
        .where('request_id', '=', request_id)
        .where('event_id', '>', after)
        .where('action', 'not in', ['second', 'unsecond'])
        .orderBy('event_id')
        .limit(limit)
        .execute(),

    step: (request_id: number, event_id: number) =>
      db
        .selectFrom('model_request_steps')
        .selectAll()
        .where('event_id', '=', event_id)
        .where('request_id', '=', request_id)
        .executeTakeFirst(),

    /** Lists all steps of these requests, the oldest first. */
    stepsOf: (ids: readonly number[]) =>
      rowsOf(ids, (chunk) =>
        db.selectFrom('model_request_steps').selectAll().where('request_id', 'in', chunk).orderBy('event_id'),
      ),

    /**
     * Counts the steps that an account has taken since a time (Unix seconds); with `action`, only steps of that
     * kind.
     */
    stepsSince: async (user_id: string, since: number, action?: RequestAction): Promise<number> => {
      let query = db
        .selectFrom('model_request_steps')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where('user_id', '=', user_id)
        .where('at', '>', since);
      if (action) query = query.where('action', '=', action);
      return Number((await query.executeTakeFirstOrThrow()).rows);
    },

    /** Counts the undecided requests that an account has made. */
    undecidedOf: async (user_id: string): Promise<number> => {
      const { rows } = await db
        .selectFrom('model_requests')
        .select(({ fn }) => fn.countAll().as('rows'))
        .where('requested_by', '=', user_id)
        .where('state', 'in', ['open', 'accepted'])
        .executeTakeFirstOrThrow();
      return Number(rows);
    },

    /** Counts the accounts that want the model of request `from` but not yet the model of request `to`. */
    countJoining: async (from: number, to: number): Promise<number> => {
      const { rows } = await sql<{ rows: number }>`select count(*) as rows from model_request_seconds as s
        where request_id = ${from} and not exists (select 1 from model_request_seconds as t
          where t.request_id = ${to} and t.user_id = s.user_id)`.execute(db as never);
      return Number(rows[0]?.rows ?? 0);
    },
  };
}

function requestWrites({ db }: WriteTx) {
  return {
    put: async (request: ModelRequest): Promise<void> => {
      const { request_id, ...columns } = toRow(request);
      await db
        .insertInto('model_requests')
        .values({ request_id, ...columns })
        .onConflict((conflict) => conflict.column('request_id').doUpdateSet(columns))
        .execute();
    },
    addKeys: async (request_id: number, keys: readonly string[]): Promise<void> => {
      if (keys.length === 0) return;
      await db
        .insertInto('model_request_keys')
        .values(keys.map((key) => ({ key, request_id })))
        .execute();
    },
    addStep: async ({ facts: _, ...step }: RequestStep): Promise<void> => {
      await db.insertInto('model_request_steps').values(step).execute();
    },
    setText: async (event_id: number, text: string | null): Promise<void> => {
      await db.updateTable('model_request_steps').set({ text }).where('event_id', '=', event_id).execute();
    },
    /** Removes an account's reason for wanting the model of a request, also from the steps that state it. */
    hideWhy: async (request_id: number, user_id: string): Promise<void> => {
      await db
        .updateTable('model_request_seconds')
        .set({ why: null })
        .where('request_id', '=', request_id)
        .where('user_id', '=', user_id)
        .execute();
      await db
        .updateTable('model_request_steps')
        .set({ text: null })
        .where('request_id', '=', request_id)
        .where('user_id', '=', user_id)
        .where('action', 'in', supportingActions)
        .execute();
    },
    addSupporter: async (supporter: RequestSupporter): Promise<void> => {
      await db.insertInto('model_request_seconds').values(supporter).execute();
    },
    removeSupporter: async (request_id: number, user_id: string): Promise<void> => {
      await db
        .deleteFrom('model_request_seconds')
        .where('request_id', '=', request_id)
        .where('user_id', '=', user_id)
        .execute();
    },
    /** Adds the accounts that want the model of request `from` to those of request `to`. */
    join: async (from: number, to: number): Promise<void> => {
      await sql`insert into model_request_seconds (request_id, user_id, username, why, at)
        select cast(${to} as bigint), user_id, username, why, at from model_request_seconds as s
        where request_id = ${from} and not exists (select 1 from model_request_seconds as t
          where t.request_id = ${to} and t.user_id = s.user_id)`.execute(db);
    },
  };
}

function toRequest({ known, hidden, ...row }: RequestRow): ModelRequest {
  return {
    ...row,
    known: known === null ? null : fromJson(known, `what is known of request ${row.request_id}`),
    hidden: hidden === 1,
  };
}

function toRow({ known, hidden, ...request }: ModelRequest): RequestRow {
  return { ...request, known: known && toJson(known), hidden: hidden ? 1 : 0 };
}

/**
 * Returns the SQL condition for a filter.
 * @param sortColumn the column by which the list is sorted. For `request_id`, the condition uses `+hidden`
 *   instead of `hidden`. This prevents SQLite from using the index on `hidden`, after which it would have to
 *   sort the rows
 */
function matchesFilter(
  { hidden, category, states, wantedBy, ...rest }: RequestFilter,
  sortColumn: 'wanted' | 'request_id' = 'wanted',
) {
  rest satisfies NoOtherKeys;
  return ({ eb, and, exists, selectFrom }: ExpressionBuilder<Tables, 'model_requests'>) =>
    and([
      eb(sortColumn === 'wanted' ? eb.ref('hidden') : sql<number>`+hidden`, '=', hidden ? 1 : 0),
      ...(category === undefined ? [] : [eb('category', '=', category)]),
      ...(states === undefined ? [] : [eb('state', 'in', states)]),
      ...(wantedBy === undefined
        ? []
        : [
            exists(
              selectFrom('model_request_seconds')
                .select('model_request_seconds.user_id')
                .whereRef('model_request_seconds.request_id', '=', 'model_requests.request_id')
                .where('model_request_seconds.user_id', '=', wantedBy),
            ),
          ]),
    ]);
}
