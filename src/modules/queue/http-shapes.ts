import { z } from 'zod';
import { applyFailureTypes } from './change-refused.ts';
import { approvalRefusals } from './policies.ts';
import { pendingChangeRecord } from './shapes.ts';

export const pendingQueuePage = z
  .object({
    items: z.array(pendingChangeRecord),
    total: z.int().meta({ description: 'Number of matching changes on all pages.' }),
    offset: z.int(),
    limit: z.int(),
  })
  .meta({ id: 'PendingQueuePage', description: 'One page of changes, in ascending id.' });

export const reviewPolicies = z
  .object({
    review_policy: z.enum(['any', 'four_eyes']).meta({
      description: '`four_eyes`: the requestor of a change may not approve it.',
    }),
    approvals: z.int().meta({
      description:
        'Number of accounts that must approve a change. If above one, the requestor does not count.',
    }),
    apply_conflicts: z.enum(['upsert', 'reject']).meta({
      description:
        '`reject`: a change is refused at apply (409) if its model was written since the proposal.',
    }),
    not_approvable: z
      .array(z.object({ change_id: z.int(), reason: z.enum(approvalRefusals) }))
      .meta({ description: 'Pending changes among `change_ids` that the caller may not approve.' }),
  })
  .meta({ id: 'ReviewPolicies', description: 'Review policies of this deployment.' });

export const pendingBatchResult = z
  .object({
    batch_id: z.int().nullable().meta({ description: 'Null if nothing was approved.' }),
    batch_title: z.string(),
    approved: z.array(pendingChangeRecord),
    rejected: z.array(pendingChangeRecord),
    endorsed: z.array(pendingChangeRecord).optional().meta({
      description:
        'Changes that the caller approved and that stay pending because further approvals are required.',
    }),
  })
  .meta({ id: 'PendingBatchResult', description: 'The result of a review call.' });

export const purgePendingChangesResponse = z
  .object({
    removed_count: z.int(),
    removed_change_ids: z.array(z.int()).meta({ description: 'Ascending.' }),
    dry_run: z.boolean().meta({ description: 'True if nothing was removed.' }),
  })
  .meta({ id: 'PurgePendingChangesResponse', description: 'The changes that a purge removed.' });

const fieldsOfSplit = {
  batch_split_occurred: z.boolean().meta({
    description: 'True if the remaining approved changes of the batch were moved to a new batch.',
  }),
  batch_split_original_batch_id: z.int().optional(),
  batch_split_new_batch_id: z.int().optional(),
  batch_split_reassigned_count: z.int().optional(),
};

export const applySingleChangeResponse = z
  .object({ record: pendingChangeRecord, ...fieldsOfSplit })
  .meta({ id: 'ApplySingleChangeResponse', description: 'The applied change.' });

export const applyPendingChangesResponse = z
  .object({
    applied_change_ids: z.array(z.int()),
    failed_change_ids: z.array(z.int()),
    applied: z.array(pendingChangeRecord),
    failed_change_id: z.int().optional().meta({ description: 'The change that stopped the call.' }),
    failed_error: z.string().optional(),
    failed_error_type: z.enum(applyFailureTypes).optional(),
    ...fieldsOfSplit,
  })
  .meta({
    id: 'ApplyPendingChangesResponse',
    description: 'The result of an apply call. A failed call returns the same schema with an error status.',
  });
