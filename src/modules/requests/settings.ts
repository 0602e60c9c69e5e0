import { wholeNumber } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof requestsRows> {}
}

export const requestsRows = defineRows({
  requestsPerAccount: {
    name: 'REQUESTS_PER_ACCOUNT',
    kind: wholeNumber(0, 10_000),
    default: 20,
    doc: 'How many requests for models of one account may wait for a decision; 0: only approvers ask.',
  },
});
