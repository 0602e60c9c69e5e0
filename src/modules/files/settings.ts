import { trueOrFalse } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof filesRows> {}
}

export const filesRows = defineRows({
  fileChecks: {
    name: 'FILE_CHECKS',
    kind: trueOrFalse,
    default: false,
    doc: 'Whether the files of records are checked, new files at once and each file once a day: that they exist, and that their hosts report the recorded hash and size. One instance of a deployment runs the checks.',
  },
});
