import type { Migration } from './migration.ts';

/** Who does the work that one instance of a deployment does. A row stays when its lease is over. */
export const leases: Migration = {
  number: 11,
  name: 'leases',
  statements: ({ int, text, table }) => [
    `CREATE TABLE leases (
      name ${text} NOT NULL PRIMARY KEY,
      holder ${text} NOT NULL,
      token ${int} NOT NULL CHECK (token > 0),
      expires_at_ms ${int} NOT NULL
    )${table}`,
  ],
};
