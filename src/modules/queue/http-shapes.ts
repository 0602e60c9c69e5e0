import { z } from 'zod';
import { applyFailureTypes } from './change-refused.ts';
import { approvalRefusals } from './policies.ts';
import { pendingChangeRecord } from './shapes.ts';

export const pendingQueuePage = z
  .object({
    items: z.array(pendingChangeRecord),
    total: z.int().meta({ description: 'Matching changes on all pages.' }),
    offset: z.int(),
    limit: z.int(),
  })
  .meta({ id: 'PendingQueuePage', description: 'One page of changes, in ascending id.' });

export const reviewPolicies = z
  .object({
    review_policy: z.enum(['any', 'four_eyes']).meta({
      description: '`four_eyes`: who proposed a change may not approve it.',
    }),
    approvals: z.int().meta({
      description:
        'How many different people have to approve a change; above one, who proposed it does not count.',
    }),
    apply_conflicts: z.enum(['upsert', 'reject']).meta({
      description:
        '`reject`: a change is not applied (409) when its model was written since it was proposed.',
    }),
    not_approvable: z
      .array(z.object({ change_id: z.int(), reason: z.enum(approvalRefusals) }))
      .meta({ description: 'Pending changes among `change_ids` that the caller may not approve.' }),
  })
  .meta({ id: 'ReviewPolicies', description: 'What this deployment asks of approvals and applies.' });

export const pendingBatchResult = z
  .object({
    batch_id: z.int().nullable().meta({ description: 'Null when nothing was approved.' }),
    batch_title: z.string(),
    approved: z.array(pendingChangeRecord),
    rejected: z.array(pendingChangeRecord),
    endorsed: z
      .array(pendingChangeRecord)
      .optional()
      .meta({ description: 'What you have approved and others have to approve as well: it stays pending.' }),
  })
  .meta({ id: 'PendingBatchResult', description: 'What a review call did.' });

export const purgePendingChangesResponse = z
  .object({
    removed_count: z.int(),
    removed_change_ids: z.array(z.int()).meta({ description: 'Ascending.' }),
    dry_run: z.boolean().meta({ description: 'True when nothing was removed.' }),
  })
  .meta({ id: 'PurgePendingChangesResponse', description: 'What a purge removed from the queue.' });

const split = {
  batch_split_occurred: z.boolean().meta({
    description: 'True when approved changes of the batch were left over and moved to a new batch.',
  }),
  batch_split_original_batch_id: z.int().optional(),
  batch_split_new_batch_id: z.int().optional(),
  batch_split_reassigned_count: z.int().optional(),
};

export const applySingleChangeResponse = z
  .object({ record: pendingChangeRecord, ...split })
  .meta({ id: 'ApplySingleChangeResponse', description: 'The applied change.' });

export const applyPendingChangesResponse = z
  .object({
    applied_change_ids: z.array(z.int()),
    failed_change_ids: z.array(z.int()),
    applied: z.array(pendingChangeRecord),
    failed_change_id: z.int().optional().meta({ description: 'The change that stopped the call.' }),
    failed_error: z.string().optional(),
    failed_error_type: z.enum(applyFailureTypes).optional(),
    ...split,
  })
  .meta({
    id: 'ApplyPendingChangesResponse',
    description:
      'What an apply call did. A failing call answers the same shape with the status of the failure.',
  });
