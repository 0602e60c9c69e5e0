import { z } from 'zod';
import { finding } from './findings/finding.ts';
import { changeStatuses, riskLevels } from './pending-change.ts';
import { proposalDiffShape } from './proposal-diff.ts';
import { pendingChangeDiff, reviewedChange } from './reviewed-change.ts';

export { counterpartDiffsShape, criticalFieldList } from './proposal-diff.ts';
export { pendingChangeDiff } from './reviewed-change.ts';

export const pendingChangeDiffPage = z
  .object({
    diffs: z.array(pendingChangeDiff),
    total: z.int().meta({ description: 'Number of ids asked for.' }),
    errors: z.array(z.object({ change_id: z.int(), error: z.string(), error_type: z.string() })),
  })
  .meta({ id: 'PendingChangeDiffPage', description: 'Diffs of several changes, in the order asked for.' });

const dryRun = z.literal(true).meta({ description: 'Nothing was queued.' });

export const dryRunsFields = {
  dry_run: dryRun,
  changes: z.array(z.object({ diff: proposalDiffShape, findings: z.array(finding) })),
};

export const dryRunsResponse = z
  .object(dryRunsFields)
  .meta({ id: 'DryRunsResponse', description: 'What the changes would be that a call queues.' });

export const dryRunResponse = z
  .object({ dry_run: dryRun, diff: proposalDiffShape, findings: z.array(finding) })
  .meta({ id: 'DryRunResponse', description: 'What a write would change.' });

/** The fields that the document promises of each change. */
const promised = {
  change_id: true,
  category: true,
  model_name: true,
  operation: true,
  requested_by: true,
  requested_username: true,
  resource_kind: true,
} as const;

export const pendingChangeRecord = reviewedChange.partial().extend(reviewedChange.pick(promised).shape).meta({
  id: 'PendingChangeRecord',
  description:
    'A proposed change and its way through the review queue. `stale`, `findings` and all that follows them are there in lists and single reads only; of a decided change they say nothing.',
});

const counts = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.int()])) as Record<Key, z.ZodInt>);

export const pendingQueueCounts = z
  .object({
    statuses: counts(changeStatuses),
    risks: counts(riskLevels).nullable().meta({
      description: 'Pending changes by risk; null where more match than lists by risk assess (2,000).',
    }),
  })
  .meta({ id: 'PendingQueueCounts', description: 'How many changes there are.' });
export type QueueCounts = z.infer<typeof pendingQueueCounts>;
