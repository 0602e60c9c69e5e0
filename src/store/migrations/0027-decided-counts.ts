import type { Migration } from './migration.ts';

/**
 * How many changes of an account were applied and rejected, without reading each of them. Titles are not in
 * the index: the bridge's are as long as a commit's, and PostgreSQL takes no entry of over 2,704 bytes.
 */
export const decidedCounts: Migration = {
  number: 27,
  name: 'decided-counts',
  statements: () => [
    `CREATE INDEX pending_changes_decided ON pending_changes (requested_by, status)
      WHERE case status when 'applied' then true when 'rejected' then batch_title is not null end`,
  ],
};
