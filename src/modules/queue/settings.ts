import { oneOf, wholeNumber } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof queueRows> {}
}

export const queueRows = defineRows({
  reviewPolicy: {
    name: 'REVIEW_POLICY',
    kind: oneOf('any', 'four_eyes'),
    default: 'any',
    doc: '`four_eyes`: who proposed a change may not approve it.',
  },
  applyConflicts: {
    name: 'APPLY_CONFLICTS',
    kind: oneOf('upsert', 'reject'),
    default: 'upsert',
    doc: 'What an apply does when the live record changed since the proposal: overwrite it, or fail with 409.',
  },
  muchUsedPerMonth: {
    name: 'MUCH_USED_PER_MONTH',
    kind: wholeNumber(1, 1_000_000_000),
    default: 1_000,
    doc: 'From how many uses in the last month on a model counts as much used: changes of it are of more risk.',
  },
  /** Number of people who have to approve a change, by the change's risk. */
  approvals: {
    low: {
      name: 'APPROVALS__LOW',
      kind: wholeNumber(1, 10),
      default: 1,
      doc: 'How many people have to approve a change of low risk.',
    },
    look: {
      name: 'APPROVALS__LOOK',
      kind: wholeNumber(1, 10),
      default: 1,
      doc: 'The same for a change to look at. Where more than one is needed, the approval of who proposed it does not count.',
    },
    high: {
      name: 'APPROVALS__HIGH',
      kind: wholeNumber(1, 10),
      default: 1,
      doc: 'The same for a change of high risk.',
    },
  },
  applyWaitSeconds: {
    name: 'APPLY_WAIT_SECONDS',
    kind: wholeNumber(0, 31_536_000),
    default: 0,
    doc: 'How long after its approval a deletion, a rename, or a change of a much-used model, can be applied.',
  },
  bulkApproval: {
    name: 'BULK_APPROVAL',
    kind: oneOf('any', 'low'),
    default: 'any',
    doc: '`low`: only changes of low risk may be approved together, others one by one.',
  },
});
