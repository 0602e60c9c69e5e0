import type { Migration } from './migration.ts';

/** Nobody stores any more how far a file was read. */
export const lessOfFiles: Migration = {
  number: 28,
  name: 'less-of-files',
  statements: () => ['ALTER TABLE file_addresses DROP COLUMN read_so_far'],
};
