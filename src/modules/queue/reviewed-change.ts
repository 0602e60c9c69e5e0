import { z } from 'zod';
import { fieldDiff } from '../../records/diff.ts';
import { finding } from './findings/finding.ts';
import { columns, riskLevel, shownShape } from './pending-change.ts';
import { changeExtentShape, proposalDiffShape } from './proposal-diff.ts';
import { riskReason } from './risks.ts';

/** Largest number of ids in `open_changes_of_model`. */
export const mostListedChanges = 20;

/** Facts that reviewers see beside a change. For an applied or rejected change they say nothing. */
const reviewFacts = {
  stale: z.boolean().meta({
    description:
      'The live record is not the one that the change was proposed for; of a rename, which keeps the live record, only: its model is gone. False once the change is decided.',
  }),
  findings: z
    .array(finding)
    .meta({ description: 'The worst first. Of changes that are not decided yet; others have none.' }),
};

/** A change as reviewers see it in lists and single reads. */
export const reviewedChange = z.object({
  ...shownShape,
  version: columns.version.shape,
  changes_requested_by: columns.changes_requested_by.shape,
  approvals: columns.approvals.shape,
  ...reviewFacts,
  ...changeExtentShape.shape,
  open_changes_of_model: z.array(z.int()).meta({
    description: `Other changes of the same model that are pending or approved: ids, ascending, at most ${mostListedChanges}. What is applied last counts.`,
  }),
  /** Null also when there is no such model any more. */
  model_renamed_to: z.string().nullable().meta({
    description:
      'What the model of an open change is called now, when it was renamed since the change was proposed: the change is refused at apply (409), and an update can be revised to this name.',
  }),
  /** 0 once the change is decided. */
  approvals_missing: z.int().meta({
    description:
      'How many people have still to approve an open change before it can be applied. Who may not approve any more does not count.',
  }),
  /** Null once the change is applied or rejected. */
  risk: riskLevel.nullable(),
  risk_reasons: z
    .array(riskReason)
    .meta({ description: 'Why an open change is not of low risk, the worst first.' }),
});
export type ReviewedChange = z.infer<typeof reviewedChange>;

/** A change compared with the live record. */
export const pendingChangeDiff = z
  .object({
    change_id: z.int(),
    ...proposalDiffShape.shape,
    stale: reviewFacts.stale,
    changed_since: z.array(fieldDiff).nullable().meta({
      description:
        'When stale: what became of the live record since the change was proposed. Null when that is not known.',
    }),
    findings: reviewFacts.findings,
  })
  .meta({ id: 'PendingChangeDiff', description: 'A change against the current record, field by field.' });
export type ChangeDiff = z.infer<typeof pendingChangeDiff>;
