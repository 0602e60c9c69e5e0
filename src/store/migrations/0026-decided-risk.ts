import type { Migration } from './migration.ts';

/** How risky changes were when they were decided. */
export const decidedRisk: Migration = {
  number: 26,
  name: 'decided-risk',
  statements: ({ text }) => [`ALTER TABLE pending_changes ADD COLUMN decided_risk ${text}`],
};
