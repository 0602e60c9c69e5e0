import { z } from 'zod';
import { categoryEnum, changeOperation } from '../../records/enums.ts';
import { mostListedChanges, type ReviewedChange } from './change-descriptions.ts';
import { mostListedFields } from './change-extent.ts';
import { findingList, netChangeType, staleFlag } from './http-shapes-diffs.ts';
import { type Approval, changeStatus, riskLevels } from './pending-change.ts';
import type { RiskReason } from './risk/risk.ts';
import { rules } from './risk/rules.ts';

export const riskLevel = z.enum(riskLevels).meta({
  id: 'RiskLevel',
  description: 'How closely an open change has to be looked at.',
});

const riskReason = z
  .object({
    rule: z.enum(rules.map(({ rule }) => rule) as [RiskReason['rule'], ...RiskReason['rule'][]]).meta({
      id: 'RiskRule',
      description: 'What is looked at.',
    }),
    level: z.enum(['look', 'high']),
    message: z.string().meta({ description: 'What it is, with the value.' }),
  } satisfies Record<keyof RiskReason, z.ZodType>)
  .meta({ id: 'RiskReason', description: 'Why a change is of that risk.' });

const seconds = (description: string) =>
  z
    .int()
    .nullish()
    .meta({ description: `${description} Unix seconds, UTC.` });
const text = (description: string) => z.string().nullish().meta({ description });

export const pendingChangeRecord = z
  .object({
    change_id: z.int(),
    category: categoryEnum,
    model_name: z.string(),
    operation: changeOperation,
    payload: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: 'The record as submitted; for a delete, the live record at that moment.' }),
    requested_by: z.string().meta({ description: 'User id.' }),
    requested_username: z.string().meta({ description: '`name#id`.' }),
    requested_at: z.int().optional().meta({ description: 'Unix seconds, UTC.' }),
    status: changeStatus.optional(),
    notes: text('Why the service queued this change, when it did so itself.'),
    batch_id: z.int().nullish().meta({ description: 'Assigned at approval.' }),
    batch_title: text('Given by the approver.'),
    approved_by: text('User id.'),
    approved_username: text('`name#id`.'),
    approved_at: seconds('When it was approved.'),
    rejected_by: text('User id.'),
    rejected_username: text('`name#id`.'),
    rejected_at: seconds('When it was rejected.'),
    reject_reason: text('Given by the approver.'),
    applied_at: seconds('When it reached the live records.'),
    applied_by: text('User id.'),
    applied_username: text('`name#id`.'),
    applied_job_id: text('The token under which it was applied.'),
    updated_at: z.int().optional().meta({ description: 'Latest change of this entry. Unix seconds, UTC.' }),
    request_metadata: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: 'How it was proposed: `route`, and more for group updates.' }),
    related_models: z.array(z.string()).nullish().meta({
      description: 'Other names of the model that change with it (backend variants of text models).',
    }),
    version: z
      .int()
      .optional()
      .meta({ description: 'Counts what its requestor has proposed under this id, from 1.' }),
    changes_requested_by: text('User id of the approver who has asked for another version.'),
    approvals: z
      .array(
        z.object({ user_id: z.string(), username: z.string(), at: z.int() } satisfies Record<
          keyof Approval,
          z.ZodType
        >),
      )
      .nullish()
      .meta({
        description:
          'Approvals that were not enough by themselves, in order, of those who may approve now. The last one is `approved_by`.',
      }),
    stale: staleFlag.optional(),
    findings: findingList.optional(),
    net_operation: netChangeType.nullish(),
    critical_fields: z
      .array(z.string())
      .optional()
      .meta({
        description: `Of an open change that modifies a live model: dotted paths that a reviewer must not overlook, at most ${mostListedFields}.`,
      }),
    changed_fields: z
      .array(z.string())
      .optional()
      .meta({
        description: `Of an open change that modifies a live model: dotted paths that differ, the critical first, at most ${mostListedFields}.`,
      }),
    changed_field_count: z.int().optional().meta({ description: 'Number of all paths that differ.' }),
    open_changes_of_model: z
      .array(z.int())
      .optional()
      .meta({
        description: `Other changes of the same model that are pending or approved: ids, ascending, at most ${mostListedChanges}. What is applied last counts.`,
      }),
    approvals_missing: z.int().optional().meta({
      description:
        'How many people have still to approve an open change before it can be applied, at the risk of now. Who may not approve any more does not count.',
    }),
    risk: riskLevel.nullish(),
    risk_reasons: z
      .array(riskReason)
      .optional()
      .meta({ description: 'Why an open change is not of low risk, the worst first.' }),
  } satisfies Record<keyof ReviewedChange, z.ZodType>)
  .meta({
    id: 'PendingChangeRecord',
    description:
      'A proposed change and its way through the review queue. `stale`, `findings` and all that follows them are there in lists and single reads only; of a decided change they say nothing.',
  });

export const pendingQueuePage = z
  .object({
    items: z.array(pendingChangeRecord),
    total: z.int().meta({ description: 'Matching changes on all pages.' }),
    offset: z.int(),
    limit: z.int(),
  })
  .meta({ id: 'PendingQueuePage', description: 'One page of changes, in ascending id.' });

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
    failed_error_type: z
      .enum([
        'PendingChangeNotFoundError',
        'PendingChangeStateError',
        'PendingChangePayloadError',
        'PendingChangeConflictError',
        'PendingChangeBackendError',
      ])
      .optional(),
    ...split,
  })
  .meta({
    id: 'ApplyPendingChangesResponse',
    description:
      'What an apply call did. A failing call answers the same shape with the status of the failure.',
  });
