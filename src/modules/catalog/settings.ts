import { someOf } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof catalogRows> {}
}

export const catalogRows = defineRows({
  recordProjections: {
    name: 'RECORD_PROJECTIONS',
    kind: someOf('guidance'),
    default: [],
    doc: 'What v2 reads add to records, as the Python service does, in a list. `guidance`: which profiles a text model has. Default: nothing, records are read as they are stored.',
  },
});
