import { z } from 'zod';
import { fieldDiff } from '../../records/diff.ts';
import { finding } from './findings/finding.ts';
import { columns, riskLevel, shownShape } from './pending-change.ts';
import { changeExtentShape, proposalDiffShape } from './proposal-diff.ts';
import { riskReason } from './risks.ts';

/** Largest number of ids in `open_changes_of_model`. */
export const maxListedChanges = 20;

/** Review information about a change; empty for an applied or rejected change. */
const reviewFacts = {
  stale: z.boolean().meta({
    description:
      'True if the live record has changed since the change was proposed; for a rename, only if the model is gone. False once the change is decided.',
  }),
  findings: z.array(finding).meta({ description: 'Worst first. Empty for decided changes.' }),
};

/** A change as returned to reviewers, in lists and by id. */
export const reviewedChangeShape = z.object({
  ...shownShape,
  version: columns.version.shape,
  changes_requested_by: columns.changes_requested_by.shape,
  approvals: columns.approvals.shape,
  ...reviewFacts,
  ...changeExtentShape.shape,
  open_changes_of_model: z.array(z.int()).meta({
    description: `Ids of other pending or approved changes of the same model, ascending, at most ${maxListedChanges}. The last one applied takes effect.`,
  }),
  /** Null when the model was not renamed, or no longer exists. */
  model_renamed_to: z.string().nullable().meta({
    description:
      'Current name of the model of an open change, if it was renamed since the proposal. Such a change is refused at apply (409); an update can be revised to this name.',
  }),
  /** 0 once the change is decided. */
  approvals_missing: z.int().meta({
    description:
      'Number of approvals that an open change still needs. Approvals by accounts that may no longer approve do not count.',
  }),
  /** Null once the change is applied or rejected. */
  risk: riskLevel.nullable(),
  risk_reasons: z
    .array(riskReason)
    .meta({ description: 'Why an open change is not of low risk, worst first.' }),
});
export type ReviewedChange = z.infer<typeof reviewedChangeShape>;

/** A change compared with the live record. */
export const pendingChangeDiff = z
  .object({
    change_id: z.int(),
    ...proposalDiffShape.shape,
    stale: reviewFacts.stale,
    changed_since: z.array(fieldDiff).nullable().meta({
      description: 'If stale: changes of the live record since the change was proposed. Null if unknown.',
    }),
    findings: reviewFacts.findings,
  })
  .meta({
    id: 'PendingChangeDiff',
    description: 'Comparison of a change with the current record, field by field.',
  });
export type ChangeDiff = z.infer<typeof pendingChangeDiff>;
