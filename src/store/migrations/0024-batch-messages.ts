import type { Migration } from './migration.ts';

/** What a chat was told of each applied batch, and up to which event of the trail it was looked for batches. */
export const batchMessages: Migration = {
  number: 24,
  name: 'batch-messages',
  statements: ({ int, text, table }) => [
    `CREATE TABLE batch_messages (
      target ${text} NOT NULL,
      batch_id ${int} NOT NULL,
      message_id ${text},
      content_hash ${text},
      reverted_by ${int},
      reverted_models ${int} NOT NULL,
      state ${text} NOT NULL,
      attempts ${int} NOT NULL,
      next_attempt_at ${int} NOT NULL,
      last_status ${int},
      last_error ${text},
      updated_at ${int} NOT NULL,
      PRIMARY KEY (target, batch_id)
    )${table}`,
    "CREATE INDEX batch_messages_waiting ON batch_messages (target, batch_id) WHERE state = 'waiting'",
    `CREATE TABLE batch_message_cursors (
      target ${text} NOT NULL PRIMARY KEY,
      event_id ${int} NOT NULL
    )${table}`,
  ],
};
