import { type Kind, keyName, signingKey, text, trueOrFalse } from '../kinds.ts';
import { inherited, own } from '../row.ts';

/** The audit trail, and who signs it. */
export const auditSettings = {
  AUDIT__ENABLED: inherited(
    trueOrFalse,
    true,
    'Whether writes are recorded in the audit trail, and whether its views answer.',
  ),
  AUDIT_ORIGIN: own(
    keyName,
    null,
    "The audit trail's name in its checkpoints, best its URL without scheme. Keep it for as long as the trail.",
    { fallbackText: '`modelref-` and the beginning of the SHA-256 of the public key' },
  ),
  AUDIT_SIGNING_KEY: own(
    signingKey,
    null,
    'Private key that signs checkpoints of the audit trail. All instances on one database need the same.',
    { fallbackText: 'what is in `AUDIT_SIGNING_KEY_FILE`' },
  ),
  AUDIT_SIGNING_KEY_FILE: own<string | null>(
    text('the path of a file', /[^/]$/) as Kind<string | null>,
    null,
    'File with the private key, in the same form. Made, with a new key and mode 600, where there is none.',
    {
      fallbackText:
        'the path of the SQLite file and `.audit-key`; with PostgreSQL `./data/audit-signing.key`',
    },
  ),
};
