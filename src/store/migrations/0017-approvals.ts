import type { Migration } from './migration.ts';

/** Approvals of pending changes of which more are needed: a JSON list. */
export const approvals: Migration = {
  number: 17,
  name: 'approvals',
  statements: ({ text }) => [`ALTER TABLE pending_changes ADD COLUMN approvals ${text}`],
};
