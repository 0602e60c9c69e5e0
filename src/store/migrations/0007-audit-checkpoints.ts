import type { Migration } from './migration.ts';

/** Signed heads of the Merkle tree over the audit events, each with what it takes to go on from there. */
export const auditCheckpoints: Migration = {
  number: 7,
  name: 'audit-checkpoints',
  statements: ({ int, text, table, appendOnly }) => [
    `CREATE TABLE audit_checkpoints (
      size ${int} NOT NULL PRIMARY KEY CHECK (size > 0),
      subtree_roots ${text} NOT NULL,
      note ${text} NOT NULL,
      created_at ${int} NOT NULL
    )${table}`,
    ...appendOnly('audit_checkpoints'),
  ],
};
