import { isKeyName, readSigningKey, signingKeyForm } from '../../kernel/transparency/signed-note.ts';
import { kind, NotAllowed, secret, text } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof auditRows> {}
}

/** The kind of a setting that holds a private key as text. */
const signingKey = secret(
  kind(signingKeyForm, (value) => {
    if (readSigningKey(value) === null) throw new NotAllowed();
    return value;
  }),
);

/** The kind of a setting that holds the name of a key in signed notes. */
const keyName = kind('a name without spaces and +, such as models.example.org/api/audit', (value) => {
  if (!isKeyName(value)) throw new NotAllowed();
  return value;
});

export const auditRows = defineRows({
  auditOrigin: {
    name: 'AUDIT_ORIGIN',
    kind: keyName,
    default: null,
    defaultText: '`modelref-` and the beginning of the SHA-256 of the public key',
    doc: "The audit trail's name in its checkpoints, best its URL without scheme. Keep it for as long as the trail.",
  },
  auditSigningKey: {
    name: 'AUDIT_SIGNING_KEY',
    kind: signingKey,
    default: null,
    defaultText: 'what is in `AUDIT_SIGNING_KEY_FILE`',
    doc: 'Private key that signs checkpoints of the audit trail. All instances on one database need the same.',
  },
  auditSigningKeyFile: {
    name: 'AUDIT_SIGNING_KEY_FILE',
    kind: text('the path of a file', /[^/]$/),
    default: null,
    defaultText: 'the path of the SQLite file and `.audit-key`; with PostgreSQL `./data/audit-signing.key`',
    doc: 'File with the private key, in the same form. Made, with a new key and mode 600, where there is none.',
  },
});
