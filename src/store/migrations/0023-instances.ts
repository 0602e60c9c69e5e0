import type { Migration } from './migration.ts';

/** What operators look at: which processes serve from the database, and what was imported into it. */
export const instances: Migration = {
  number: 23,
  name: 'instances',
  statements: ({ int, text, table }) => [
    `CREATE TABLE instances (
      id ${text} NOT NULL PRIMARY KEY,
      host ${text} NOT NULL,
      process ${int} NOT NULL,
      version ${text} NOT NULL,
      role ${text} NOT NULL,
      started_at ${int} NOT NULL,
      seen_at ${int} NOT NULL,
      lag_seconds ${int}
    )${table}`,
    `CREATE TABLE import_runs (
      number ${int} NOT NULL PRIMARY KEY,
      imported_at ${int} NOT NULL,
      imported_by ${text} NOT NULL,
      sources ${text} NOT NULL,
      created ${int} NOT NULL,
      updated ${int} NOT NULL,
      deleted ${int} NOT NULL,
      unchanged ${int} NOT NULL,
      left_out ${int} NOT NULL
    )${table}`,
  ],
};
