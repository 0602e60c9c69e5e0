import { text } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof editionRows> {}
}

export const editionRows = defineRows({
  publishDirectory: {
    name: 'PUBLISH_DIRECTORY',
    kind: text('the path of a folder', /[^/]/),
    default: null,
    defaultText: 'none',
    doc: 'Folder in which a PRIMARY publishes all reads as files after each change, for [web servers and object storage](edition.md). Created if missing, but not the folders above it.',
  },
});
