import type { Migration } from './migration.ts';

/**
 * The outbox and delivery log of webhooks: one row for each event and target, written in the transaction of
 * the event. The event itself is read from the audit trail when it is sent.
 */
export const webhookDeliveries: Migration = {
  number: 3,
  name: 'webhook-deliveries',
  statements: ({ int, text, table }) => [
    `CREATE TABLE webhook_deliveries (
      event_id ${int} NOT NULL REFERENCES audit_events (event_id),
      target ${text} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
      attempts ${int} NOT NULL,
      next_attempt_at ${int} NOT NULL,
      last_status ${int},
      last_error ${text},
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (event_id, target)
    )${table}`,
    "CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_attempt_at, event_id) WHERE state = 'waiting'",
    'CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state, event_id)',
  ],
};
