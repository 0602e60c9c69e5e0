import type { Migration } from './migration.ts';

export const migrationsFrom29: readonly Migration[] = [
  /** Keeps what drafts have noted, and counts what accounts leave behind in the queue. */
  {
    number: 29,
    name: 'drafts-and-growth',
    statements: ({ int, text, table }) => [
      `CREATE TABLE made_drafts (
      owner ${text} NOT NULL,
      place ${text} NOT NULL,
      made_at ${int} NOT NULL,
      notes ${text} NOT NULL,
      PRIMARY KEY (owner, place)
    )${table}`,
      'CREATE INDEX made_drafts_by_time ON made_drafts (made_at)',
      `ALTER TABLE pending_changes ADD COLUMN earlier_bytes ${int} NOT NULL DEFAULT 0`,
      'DROP INDEX pending_changes_waiting',
      `CREATE INDEX pending_changes_waiting ON pending_changes (requested_by, body_bytes, earlier_bytes)
      WHERE status IN ('pending', 'approved')`,
      `CREATE INDEX pending_changes_withdrawn ON pending_changes (requested_by, rejected_at, body_bytes, earlier_bytes)
      WHERE status = 'rejected' AND rejected_by = requested_by`,
    ],
  },
];
