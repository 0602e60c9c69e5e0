import { someOf } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof catalogRows> {}
}

export const catalogRows = defineRows({
  recordProjections: {
    name: 'RECORD_PROJECTIONS',
    kind: someOf('guidance', 'licensing'),
    default: [],
    doc: 'What v2 reads add to records, as the Python service does, in a list. `guidance`: which profiles a text model has; `licensing`: that the licence of a model is unknown, where it states none. Default: nothing, records are read as they are stored.',
  },
});
