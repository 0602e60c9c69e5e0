import type { Migration } from './migration.ts';

/** What waits for one target, in the order of events: each target is looked after by itself. */
export const webhookLanes: Migration = {
  number: 6,
  name: 'webhook-lanes',
  statements: () => [
    "CREATE INDEX webhook_deliveries_of_target ON webhook_deliveries (target, event_id) WHERE state = 'waiting'",
  ],
};
