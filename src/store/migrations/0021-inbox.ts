import type { Migration } from './migration.ts';

/** What accounts are told of the queue, a row for each of them; written with the event that it is about. */
export const inbox: Migration = {
  number: 21,
  name: 'inbox',
  statements: ({ int, text, table }) => [
    `CREATE TABLE inbox_entries (
      event_id ${int} NOT NULL,
      change_id ${int} NOT NULL,
      user_id ${text} NOT NULL,
      kind ${text} NOT NULL,
      because ${text} NOT NULL CHECK (because IN ('requested', 'reviews')),
      at ${int} NOT NULL,
      actor_id ${text} NOT NULL,
      actor_username ${text},
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      operation ${text},
      excerpt ${text},
      read_at ${int},
      PRIMARY KEY (event_id, change_id, user_id)
    )${table}`,
    'CREATE INDEX inbox_entries_by_account ON inbox_entries (user_id, event_id, change_id)',
    // With the column of its condition: then SQLite counts along the index alone.
    'CREATE INDEX inbox_entries_unread ON inbox_entries (user_id, kind, because, read_at) WHERE read_at IS NULL',
  ],
};
