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
    doc: 'Members that v2 reads add to records, as in the Python service. `guidance`: the profiles of a text model. `licensing`: an unknown licence, for models that state none. Default: none; records are returned as stored.',
  },
});
