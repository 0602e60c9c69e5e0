import type { AuditEvent } from '../audit/index.ts';

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

/** What else there is to tell of an event. */
export type ActivityDetail = Pick<AuditEvent, 'event_id' | 'model_name' | 'batch_id' | 'payload'>;
