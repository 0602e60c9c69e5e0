import type { Migration } from './migration.ts';

/**
 * What is known of the files that records name: beside the records, so that their bodies and ETags stay what
 * they are. `seq` is the number of the last write: whoever keeps rows in memory reads on from there.
 */
export const fileEvidence: Migration = {
  number: 15,
  name: 'file-evidence',
  statements: ({ int, text, table }) => [
    `CREATE TABLE file_addresses (
      url ${text} NOT NULL PRIMARY KEY,
      live ${int} NOT NULL,
      state ${text} NOT NULL,
      checked_at ${int},
      due_at ${int} NOT NULL,
      added_at ${int} NOT NULL,
      claimed_by ${text},
      claimed_until ${int} NOT NULL,
      seq ${int} NOT NULL
    )${table}`,
    'CREATE INDEX file_addresses_due ON file_addresses (due_at)',
    'CREATE INDEX file_addresses_by_seq ON file_addresses (seq)',
    `CREATE TABLE file_verdicts (
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      field_path ${text} NOT NULL,
      url ${text} NOT NULL,
      sha256 ${text},
      verdict ${text} NOT NULL,
      since ${int} NOT NULL,
      seq ${int} NOT NULL,
      PRIMARY KEY (category, model_name, field_path)
    )${table}`,
    'CREATE INDEX file_verdicts_by_seq ON file_verdicts (seq)',
    'CREATE INDEX file_verdicts_by_hash ON file_verdicts (sha256)',
    `CREATE TABLE file_verdict_changes (
      number ${int} NOT NULL PRIMARY KEY,
      at ${int} NOT NULL,
      category ${text} NOT NULL,
      model_name ${text} NOT NULL,
      field_path ${text} NOT NULL,
      url ${text} NOT NULL,
      verdict_before ${text},
      verdict ${text} NOT NULL,
      how ${text},
      detail ${text} NOT NULL
    )${table}`,
    'CREATE INDEX file_verdict_changes_of_model ON file_verdict_changes (category, model_name, number)',
    `CREATE TABLE file_counters (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      writes ${int} NOT NULL,
      changes ${int} NOT NULL
    )${table}`,
    'INSERT INTO file_counters (id, writes, changes) VALUES (1, 0, 0)',
  ],
};
