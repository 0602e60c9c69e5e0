import { wholeNumber } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof draftsRows> {}
}

export const draftsRows = defineRows({
  draftsPerMinute: {
    name: 'DRAFTS_PER_MINUTE',
    kind: wholeNumber(0, 10_000),
    default: 20,
    doc: 'How many links and pasted answers of each account are made drafts of records in a minute; 0: no links are looked at. As many files of proposals that nobody has looked at are looked at, once, when somebody is shown them. Each instance counts for itself.',
  },
});
