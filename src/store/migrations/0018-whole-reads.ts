import type { Migration } from './migration.ts';

/** How far the whole file behind an address was read: beside the claim, so that whoever takes it over goes on. */
export const wholeReads: Migration = {
  number: 18,
  name: 'whole-reads',
  statements: ({ text }) => [`ALTER TABLE file_addresses ADD COLUMN read_so_far ${text}`],
};
