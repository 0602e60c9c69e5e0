import type { Migration } from './migration.ts';

/** Beside the end of the audit chain: what was written since without being recorded. */
export const unrecordedEvents: Migration = {
  number: 10,
  name: 'unrecorded-events',
  statements: ({ int }) => [
    `ALTER TABLE audit_head ADD COLUMN unrecorded ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE audit_head ADD COLUMN unrecorded_since ${int}`,
    `ALTER TABLE audit_head ADD COLUMN unrecorded_until ${int}`,
  ],
};
