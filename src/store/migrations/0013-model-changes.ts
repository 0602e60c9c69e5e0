import type { Migration } from './migration.ts';

/**
 * The version of its category in which each model was last written or deleted, so that a reader who has an
 * older version reads what changed since. By triggers: whoever writes, an older instance too, is noted.
 */
export const modelChanges: Migration = {
  number: 13,
  name: 'model-changes',
  statements: ({ int, text, table, afterEachRow }) => [
    `CREATE TABLE model_changes (
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      version ${int} NOT NULL,
      PRIMARY KEY (category, name)
    )${table}`,
    'CREATE INDEX model_changes_by_version ON model_changes (category, version, name)',
    // The version is counted after the row is written, in the same transaction.
    ...afterEachRow(
      'models',
      'note_change',
      (row) => `INSERT INTO model_changes (category, name, version)
        VALUES (${row}.category, ${row}.name,
          1 + coalesce((SELECT version FROM category_versions WHERE category = ${row}.category), 0))
        ON CONFLICT (category, name) DO UPDATE SET version = excluded.version;`,
    ),
  ],
};
