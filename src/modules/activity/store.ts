import { type SqlBool, sql } from 'kysely';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { chunks } from '../../store/chunks.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, queueCategory } from '../audit/index.ts';

/**
 * Payloads up to these lengths are read, in bytes: for the name of whoever acted, which the change of an event
 * knows too; without a change also for what was written, such as a family with its members before and after.
 */
const readPayload = { ofChange: 16 * 1024, other: 128 * 1024 };

export function activityStore({ db }: Tx) {
  /** Events of a model: writes of it, and of changes of it that the queue still has. */
  const ofModel = (name: string, category: string | undefined) => {
    const changes = db.selectFrom('pending_changes').select('change_id').where('model_name', '=', name);
    const ids = category === undefined ? changes : changes.where('category', '=', category);
    const writes = db
      .selectFrom('audit_events')
      .select('event_id')
      .where('model_name', '=', name)
      .where('category', category === undefined ? '<>' : '=', category ?? queueCategory);
    return writes.unionAll(db.selectFrom('audit_events').select('event_id').where('change_id', 'in', ids));
  };

  return {
    /** The latest first, at most `limit`. */
    page: async (
      { user_id, category, model_name, since, until, before, ...rest }: ActivityFilter,
      limit: number,
    ): Promise<ActivityRow[]> => {
      rest satisfies NothingLeft;
      let query = db
        .selectFrom('audit_events')
        .select(['event_id', 'timestamp', 'logical_user_id', 'category', 'action', 'operation', 'change_id']);
      if (user_id !== undefined) query = query.where('logical_user_id', '=', user_id);
      if (model_name !== undefined) query = query.where('event_id', 'in', ofModel(model_name, category));
      if (since !== undefined) query = query.where('timestamp', '>=', since);
      if (until !== undefined) query = query.where('timestamp', '<=', until);
      if (before) {
        query = query.where(sql<SqlBool>`(timestamp, event_id) < (${before.timestamp}, ${before.event_id})`);
      }
      return query.orderBy('timestamp', 'desc').orderBy('event_id', 'desc').limit(limit).execute();
    },

    /** Gives what else there is to tell of these events; `payload` is null where it is too long. */
    details: async (eventIds: readonly number[]): Promise<ActivityDetail[]> => {
      const most = sql`case when change_id is null then ${sql.lit(readPayload.other)} else ${sql.lit(readPayload.ofChange)} end`;
      const payload = sql<string | null>`case when octet_length(payload) <= ${most} then payload end`;
      const found = [];
      for (const ids of chunks(eventIds)) {
        found.push(
          ...(await db
            .selectFrom('audit_events')
            .select(['event_id', 'model_name', 'batch_id'])
            .select(payload.as('payload'))
            .where('event_id', 'in', ids)
            .execute()),
        );
      }
      return found.map((row) => ({ ...row, payload: row.payload === null ? null : JSON.parse(row.payload) }));
    },
  };
}

/** A place in the order of activity. */
export type ActivityPlace = Pick<AuditEvent, 'timestamp' | 'event_id'>;

export interface ActivityFilter {
  user_id?: string | undefined;
  /** Beside a model: of which category. Alone it is not looked at here. */
  category?: string | undefined;
  model_name?: string | undefined;
  /** Unix seconds, both included. */
  since?: number | undefined;
  until?: number | undefined;
  before?: ActivityPlace | undefined;
}

/** An audit event as far as indexes tell it. */
export type ActivityRow = Pick<
  AuditEvent,
  'event_id' | 'timestamp' | 'logical_user_id' | 'category' | 'action' | 'operation' | 'change_id'
>;

/** Columns of an event that its entry in the activity list needs besides the event's own. */
export type ActivityDetail = Pick<AuditEvent, 'event_id' | 'model_name' | 'batch_id' | 'payload'>;
