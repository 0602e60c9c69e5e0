import type { Migration } from './migration.ts';

/** What the bridge to the public repositories remembers, of each repository and of each model in it. */
export const bridge: Migration = {
  number: 16,
  name: 'bridge',
  statements: ({ int, text, table }) => [
    `CREATE TABLE bridge_repositories (
      repository ${text} NOT NULL PRIMARY KEY,
      state ${text} NOT NULL
    )${table}`,
    `CREATE TABLE bridge_records (
      repository ${text} NOT NULL,
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      base ${text},
      proposed ${text},
      change_id ${int},
      conflict ${int} NOT NULL,
      declined ${int} NOT NULL,
      PRIMARY KEY (repository, category, name)
    )${table}`,
  ],
};
