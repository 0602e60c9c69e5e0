import type { Migration } from './migration.ts';

/** Changes have versions, and reviewers ask for them. What is said of a change is in the audit trail. */
export const conversation: Migration = {
  number: 14,
  name: 'conversation',
  statements: ({ int, text }) => [
    `ALTER TABLE pending_changes ADD COLUMN version ${int} NOT NULL DEFAULT 1`,
    `ALTER TABLE pending_changes ADD COLUMN changes_requested_by ${text}`,
  ],
};
