import { wholeNumber } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof draftsRows> {}
}

export const draftsRows = defineRows({
  visitorDraftsPerHour: {
    name: 'VISITOR_DRAFTS_PER_HOUR',
    kind: wholeNumber(0, 1000),
    default: 10,
    doc: 'Number of records that callers without the requestor role may draft from links to Civitai and Hugging Face, per client address and process. The tokens for these hosts are not used. 0: only requestors may draft.',
  },
});
