import { trueOrFalse } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';
import { userIds } from '../../settings/rows/deployment.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof licensingRows> {}
}

export const licensingRows = defineRows({
  licenseEditorIds: {
    name: 'LICENSING__EDITOR_IDS',
    inherited: true,
    kind: userIds,
    default: [],
    doc: 'Accounts that may write licence definitions and assets. Approvers may not unless they are listed here.',
  },
  requireLicensing: {
    name: 'LICENSING__REQUIRE_EXPLICIT_MODEL_ASSIGNMENTS',
    inherited: true,
    kind: trueOrFalse,
    default: false,
    doc: 'Refuse v2 creates that do not state `licensing`.',
  },
});
