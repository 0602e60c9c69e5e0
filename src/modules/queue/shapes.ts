import { z } from 'zod';
import type { FieldDiff } from '../../records/diff.ts';
import { changeOperation, keptCategory, netChangeType } from '../../records/enums.ts';
import { mostListedChanges, type ReviewedChange } from './change-descriptions.ts';
import { type Finding, findingRules, findingSeverities } from './findings/finding.ts';
import { type Approval, changeStatus, riskLevels } from './pending-change.ts';
import { mostListedFields, type ProposalDiff } from './proposal-diff.ts';
import { rules } from './risk-rules.ts';
import type { RiskReason } from './risks.ts';

const fieldChangeType = z
  .enum(['added', 'removed', 'modified'])
  .meta({ id: 'FieldChangeType', description: 'What happened to a field.' });

export const fieldDiff = z
  .object({
    field_path: z.string().meta({ description: 'Keys joined by dots. Arrays are compared as a whole.' }),
    old_value: z.unknown().meta({ description: 'Null when the field was absent.' }),
    new_value: z.unknown().meta({ description: 'Null when the field is absent.' }),
    change_type: fieldChangeType,
  } satisfies Record<keyof FieldDiff, z.ZodType>)
  .meta({ id: 'FieldDiff', description: 'One field that differs.' });

const finding = z
  .object({
    rule: z.enum(findingRules).meta({ id: 'FindingRule', description: 'What is looked for.' }),
    severity: z.enum(findingSeverities).meta({
      id: 'FindingSeverity',
      description:
        'critical: workers or another model may come to harm. warning: probably not what was meant. note: worth knowing.',
    }),
    field_path: z
      .string()
      .nullable()
      .meta({ description: 'Where, in the v2 record; null when it is about all of it.' }),
    message: z.string().meta({ description: 'What was found, with the value.' }),
  } satisfies Record<keyof Finding, z.ZodType>)
  .meta({
    id: 'Finding',
    description: 'What a reviewer should look at. Findings never stop a change by themselves.',
  });

export const record = z.record(z.string(), z.unknown()).nullable();

export const criticalFieldList = z.array(z.string()).meta({
  description:
    'The paths among `field_diffs` that make it critical; where none does, those among `counterpart_diffs`.',
});

const pathList = z.array(z.string()).meta({ description: 'Dotted paths, in the order of `field_diffs`.' });

export const counterpartDiffsShape = z.array(fieldDiff).meta({
  description:
    'What changes for readers of the other API version (of a v1 write in the v2 record, and the other way round); none where that has no such record.',
});

const comparison = {
  category: keptCategory,
  model_name: z.string(),
  operation: changeOperation,
  current_state: record.meta({ description: 'The live record; null when there is none.' }),
  proposed_state: record.meta({ description: 'The record as it would be; null for a delete.' }),
  net_operation: netChangeType,
  field_diffs: z
    .array(fieldDiff)
    .meta({ description: 'Times and authors that the server sets are left out.' }),
  counterpart_diffs: counterpartDiffsShape,
  is_critical: z
    .boolean()
    .meta({ description: 'A download or a critical field of the category differs: look twice.' }),
  critical_fields: criticalFieldList,
  fields_added: pathList,
  fields_removed: pathList,
  fields_modified: pathList,
} satisfies Record<keyof ProposalDiff, z.ZodType>;

const findingList = z
  .array(finding)
  .meta({ description: 'The worst first. Of changes that are not decided yet; others have none.' });

const staleFlag = z.boolean().meta({
  description:
    'The live record is not the one that the change was proposed for; of a rename, which keeps the live record, only: its model is gone. False once the change is decided.',
});

export const pendingChangeDiff = z
  .object({
    change_id: z.int(),
    ...comparison,
    stale: staleFlag,
    changed_since: z.array(fieldDiff).nullable().meta({
      description:
        'When stale: what became of the live record since the change was proposed. Null when that is not known.',
    }),
    findings: findingList,
  })
  .meta({ id: 'PendingChangeDiff', description: 'A change against the current record, field by field.' });

export const pendingChangeDiffPage = z
  .object({
    diffs: z.array(pendingChangeDiff),
    total: z.int().meta({ description: 'Number of ids asked for.' }),
    errors: z.array(z.object({ change_id: z.int(), error: z.string(), error_type: z.string() })),
  })
  .meta({ id: 'PendingChangeDiffPage', description: 'Diffs of several changes, in the order asked for.' });

const proposalDiffShape = z
  .object(comparison)
  .meta({ id: 'ProposalDiff', description: 'A proposed write against the current record, field by field.' });

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
    category: keptCategory,
    model_name: z.string(),
    operation: changeOperation,
    payload: z.record(z.string(), z.unknown()).nullish().meta({
      description:
        'The record as submitted; for a delete, the live record at that moment; for a rename too, under the new name: what is applied is the record that is live then.',
    }),
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
    model_renamed_to: z.string().nullish().meta({
      description:
        'What the model of an open change is called now, when it was renamed since the change was proposed: the change is refused at apply (409), and an update can be revised to this name.',
    }),
    approvals_missing: z.int().optional().meta({
      description:
        'How many people have still to approve an open change before it can be applied. Who may not approve any more does not count.',
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
