import type { Migration } from './migration.ts';

/**
 * The events of models alone, in order: what the change feed pages through. Most events are about the queue,
 * and thousands of them may stand between two of a model.
 */
export const modelEvents: Migration = {
  number: 2,
  name: 'model-events',
  statements: () => [
    "CREATE INDEX audit_events_of_models ON audit_events (event_id) WHERE category <> 'pending_queue'",
  ],
};
