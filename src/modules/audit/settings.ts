import { text } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof auditRows> {}
}

export const auditRows = defineRows({
  auditSigningKeyFile: {
    name: 'AUDIT_SIGNING_KEY_FILE',
    kind: text('the path of a file', /[^/]$/),
    default: null,
    defaultText: 'the path of the SQLite file and `.audit-key`; with PostgreSQL `./data/audit-signing.key`',
    doc: 'File with the private key that signs checkpoints of the audit trail, in the format of `openssl genpkey -algorithm ed25519`. If missing, it is created with a new key and mode 600. All instances on one database need the same key.',
  },
});
