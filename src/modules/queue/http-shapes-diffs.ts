import { z } from 'zod';
import type { FieldDiff } from '../../records/diff.ts';
import { categoryEnum, changeOperation } from '../../records/enums.ts';
import { type Finding, findingRules, findingSeverities } from './findings/finding.ts';
import { netOperations, type ProposalDiff } from './proposal-diff.ts';

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

export const netChangeType = z
  .enum(netOperations)
  .meta({ id: 'NetChangeType', description: 'What a write turns out to do, whatever was asked for.' });

export const finding = z
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
  category: categoryEnum,
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

export const findingList = z
  .array(finding)
  .meta({ description: 'The worst first. Of changes that are not decided yet; others have none.' });

export const staleFlag = z.boolean().meta({
  description:
    'The live record is not the one that the change was proposed for. False once the change is decided.',
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

/** Several proposals that one call would queue. */
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
