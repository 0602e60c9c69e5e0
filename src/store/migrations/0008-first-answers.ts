import type { Migration } from './migration.ts';

/** What writes with an `Idempotency-Key` were answered: written in the transaction of the write. */
export const firstAnswers: Migration = {
  number: 8,
  name: 'first-answers',
  statements: ({ int, text, table }) => [
    `CREATE TABLE first_answers (
      owner ${text} NOT NULL,
      key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      answer ${text} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (owner, key)
    )${table}`,
    'CREATE INDEX first_answers_by_age ON first_answers (created_at)',
  ],
};
