import { z } from 'zod';
import { finding } from './findings/finding.ts';
import { changeStatuses, riskLevels } from './pending-change.ts';
import { proposalDiffShape } from './proposal-diff.ts';
import { pendingChangeDiff, reviewedChangeShape } from './reviewed-change.ts';

export { counterpartDiffsShape, criticalFieldList } from './proposal-diff.ts';
export { pendingChangeDiff } from './reviewed-change.ts';

export const pendingChangeDiffPage = z
  .object({
    diffs: z.array(pendingChangeDiff),
    total: z.int().meta({ description: 'Number of requested ids.' }),
    errors: z.array(z.object({ change_id: z.int(), error: z.string(), error_type: z.string() })),
  })
  .meta({ id: 'PendingChangeDiffPage', description: 'Diffs of several changes, in the requested order.' });

const dryRun = z.literal(true).meta({ description: 'Nothing was queued.' });

export const dryRunsFields = {
  dry_run: dryRun,
  changes: z.array(z.object({ diff: proposalDiffShape, findings: z.array(finding) })),
};

export const dryRunsResponse = z
  .object(dryRunsFields)
  .meta({ id: 'DryRunsResponse', description: 'The changes that a call would queue.' });

export const dryRunResponse = z
  .object({ dry_run: dryRun, diff: proposalDiffShape, findings: z.array(finding) })
  .meta({ id: 'DryRunResponse', description: 'The effect of a write.' });

/** The required fields of every change. */
const requiredFields = {
  change_id: true,
  category: true,
  model_name: true,
  operation: true,
  requested_by: true,
  requested_username: true,
  resource_kind: true,
} as const;

export const pendingChangeRecord = reviewedChangeShape
  .partial()
  .extend(reviewedChangeShape.pick(requiredFields).shape)
  .meta({
    id: 'PendingChangeRecord',
    description:
      'A proposed change and its state in the review queue. `stale`, `findings` and the fields after them are present only in lists and single reads, and empty for decided changes.',
  });

const counts = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.int()])) as Record<Key, z.ZodInt>);

export const pendingQueueCounts = z
  .object({
    statuses: counts(changeStatuses),
    risks: counts(riskLevels).nullable().meta({
      description: 'Pending changes by risk; null if more than 2,000 match.',
    }),
  })
  .meta({ id: 'PendingQueueCounts', description: 'Numbers of changes.' });
export type QueueCounts = z.infer<typeof pendingQueueCounts>;
