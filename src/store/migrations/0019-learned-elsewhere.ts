import type { Migration } from './migration.ts';

/** How far a replica has read what its primary learned of files. One row; none at a primary. */
export const learnedElsewhere: Migration = {
  number: 19,
  name: 'learned-elsewhere',
  statements: ({ int, text, table }) => [
    `CREATE TABLE replica_evidence (
      id ${int} NOT NULL PRIMARY KEY CHECK (id = 1),
      source ${text} NOT NULL,
      place ${text} NOT NULL,
      as_of ${int},
      whole_at ${int} NOT NULL,
      pass_from ${int}
    )${table}`,
  ],
};
