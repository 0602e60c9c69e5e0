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
    doc: '`four_eyes`: the requestor of a change may not approve it.',
  },
  approvals: {
    name: 'APPROVALS',
    kind: wholeNumber(1, 10),
    default: 1,
    doc: "Number of accounts that must approve a change. If above one, the requestor's approval does not count.",
  },
  applyConflicts: {
    name: 'APPLY_CONFLICTS',
    kind: oneOf('upsert', 'reject'),
    default: 'upsert',
    doc: 'What an apply does if the live record has changed since the proposal: overwrite it, or fail with 409.',
  },
});
