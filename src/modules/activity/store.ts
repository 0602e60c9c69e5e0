import { type SqlBool, sql } from 'kysely';
import type { NothingLeft } from '../../kernel/nothing-left.ts';
import { chunks } from '../../store/chunks.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, queueCategory } from '../audit/index.ts';

/**
 * Largest size, in bytes, of an event's payload that is read for the activity list. `ofChange` is for events
 * of a change: the list needs only the username from their payload, and the change has it too. `other` is for
 * all other events: from their payload the list also needs what was written, such as a family.
 */
const readPayload = { ofChange: 16 * 1024, other: 128 * 1024 };

export function activityStore({ db }: Tx) {
  /**
   * Selects the ids of the events about a model: the writes of the model, and the events of its changes. Of
   * changes that were purged from the queue, those of a few other models may be among them.
   */
  const ofModel = (name: string, category: string | undefined) => {
    const said = JSON.stringify(name).replace(/[\\%_]/g, '\\$&');
    const purged = db
      .selectFrom('audit_events')
      .select('change_id')
      .where('action', '=', sql.lit('purge'))
      .where(sql<SqlBool>`payload like ${`%"model":${said}%`} escape '\\'`);
    const changes = db.selectFrom('pending_changes').select('change_id').where('model_name', '=', name);
    const ids = category === undefined ? changes : changes.where('category', '=', category);
    const writes = db
      .selectFrom('audit_events')
      .select('event_id')
      .where('model_name', '=', name)
      .where('category', category === undefined ? '<>' : '=', category ?? queueCategory);
    const ofChanges = (some: typeof purged | typeof ids) =>
      db.selectFrom('audit_events').select('event_id').where('change_id', 'in', some);
    return writes.unionAll(ofChanges(ids)).unionAll(ofChanges(purged));
  };

  return {
    /** Reads at most `limit` events that match the filter, the latest first. */
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

    /**
     * Reads the model name, batch and payload of these events. `payload` is null when it is larger than
     * `readPayload` allows.
     */
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

/** A position in the activity list: the list is ordered by time, then by event id. */
export type ActivityPlace = Pick<AuditEvent, 'timestamp' | 'event_id'>;

export interface ActivityFilter {
  user_id?: string | undefined;
  /**
   * Narrows `model_name` to the model of this category. Without `model_name`, this store ignores the
   * category.
   */
  category?: string | undefined;
  model_name?: string | undefined;
  /** Unix seconds of the earliest and latest events to read. Events at these two times are included. */
  since?: number | undefined;
  until?: number | undefined;
  before?: ActivityPlace | undefined;
}

/**
 * The columns of an event from which the activity list decides whether to show the event. Indexes hold them
 * all, which makes reading them fast.
 */
export type ActivityRow = Pick<
  AuditEvent,
  'event_id' | 'timestamp' | 'logical_user_id' | 'category' | 'action' | 'operation' | 'change_id'
>;

/**
 * The columns of an event from which an entry of the activity list is made, besides those of `ActivityRow`.
 */
export type ActivityDetail = Pick<AuditEvent, 'event_id' | 'model_name' | 'batch_id' | 'payload'>;
