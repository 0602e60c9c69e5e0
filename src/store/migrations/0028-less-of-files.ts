import type { Migration } from './migration.ts';

/**
 * Nobody stores any more how far a file was read, and replicas store nothing of what their primary has learned
 * of files: they ask it.
 */
export const lessOfFiles: Migration = {
  number: 28,
  name: 'less-of-files',
  statements: () => [
    'ALTER TABLE file_addresses DROP COLUMN read_so_far',
    ...['file_addresses', 'file_verdicts', 'file_verdict_changes'].map(
      (table) => `DELETE FROM ${table} WHERE EXISTS (SELECT 1 FROM replica_evidence)`,
    ),
    'DROP TABLE replica_evidence',
  ],
};
