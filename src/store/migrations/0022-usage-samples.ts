import type { Migration } from './migration.ts';

/** How much models were used, a row for each model and day. */
export const usageSamples: Migration = {
  number: 22,
  name: 'usage-samples',
  statements: ({ int, text, table }) => [
    `CREATE TABLE usage_samples (
      category ${text} NOT NULL,
      name ${text} NOT NULL,
      day ${int} NOT NULL,
      used_day ${int} NOT NULL,
      used_month ${int} NOT NULL,
      used_total ${int} NOT NULL,
      workers ${int} NOT NULL,
      PRIMARY KEY (category, name, day)
    )${table}`,
    'CREATE INDEX usage_samples_by_day ON usage_samples (category, day)',
  ],
};
