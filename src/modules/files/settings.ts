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
    doc: 'Whether the files that records name are looked at, each once a day and new ones at once: whether they are there, and what their hosts say of hash and size. One instance of a deployment does it.',
  },
});
