import type { Migration } from './migration.ts';

/**
 * Who did what, newest first, of all and of one account. With all columns that activity is filtered by: behind a
 * large payload the row itself is dear to read.
 */
export const activity: Migration = {
  number: 25,
  name: 'activity',
  statements: () => [
    'CREATE INDEX audit_events_by_time ON audit_events (timestamp, event_id, logical_user_id, category, action, operation, change_id)',
    'CREATE INDEX audit_events_by_account ON audit_events (logical_user_id, timestamp, event_id, category, action, operation, change_id)',
  ],
};
