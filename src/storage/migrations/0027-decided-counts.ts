import type { Migration } from './migration.ts';

/** How many changes of an account were applied and rejected, without reading each of them. */
export const decidedCounts: Migration = {
  number: 27,
  name: 'decided-counts',
  statements: () => [
    `CREATE INDEX pending_changes_decided ON pending_changes (requested_by, status, batch_title)
      WHERE status IN ('applied', 'rejected')`,
  ],
};
