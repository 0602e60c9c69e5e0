import type { Migration } from './migration.ts';

/** The files of the public repositories as they were last taken in, byte for byte. */
export const repositoryFiles: Migration = {
  number: 12,
  name: 'repository-files',
  statements: ({ int, text, table }) => [
    `CREATE TABLE repository_files (
      file_name ${text} NOT NULL PRIMARY KEY,
      content ${text} NOT NULL,
      taken_at ${int} NOT NULL
    )${table}`,
  ],
};
