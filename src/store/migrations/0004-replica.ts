import type { Migration } from './migration.ts';

/** Where a replica's copy comes from, and how far it is. One row; none at a primary. */
export const replica: Migration = {
  number: 4,
  name: 'replica',
  statements: ({ int, text, table }) => [
    `CREATE TABLE replica_state (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      source ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('feed', 'polled', 'files')),
      cursor ${text},
      as_of ${int} NOT NULL,
      CHECK ((kind = 'feed') = (cursor IS NOT NULL))
    )${table}`,
    `CREATE TABLE replica_etags (
      category ${text} NOT NULL,
      format ${text} NOT NULL CHECK (format IN ('v2', 'legacy')),
      etag ${text} NOT NULL,
      PRIMARY KEY (category, format)
    )${table}`,
  ],
};
