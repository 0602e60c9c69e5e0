import { RegistryError } from '../../kernel/errors.ts';
import { keptSecret, readSecret } from '../../kernel/files/kept-secret.ts';
import {
  newSigningKey,
  originOfKey,
  readSigningKey,
  type Signer,
  signerOf,
  signingKeyForm,
} from '../../kernel/transparency/signed-note.ts';
import type { Settings } from '../../settings/settings.ts';
import { sqliteFile } from '../../store/open.ts';

type KeySettings = Pick<Settings, 'auditOrigin' | 'auditSigningKey' | 'auditSigningKeyFile' | 'databaseUrl'>;

/**
 * Who signs checkpoints. A key that is nowhere yet is made.
 * @throws RegistryError `bad_request` when there is none and none can be made
 */
export async function openSigner(settings: KeySettings): Promise<Signer> {
  const file = keyFile(settings);
  return signerFrom(settings, settings.auditSigningKey ?? (await keptSecret(file, newSigningKey)));
}

/**
 * Who signs checkpoints here; null where that is not known yet.
 * @throws RegistryError `bad_request` when the file of the key holds something else
 */
export async function knownSigner(settings: KeySettings): Promise<Signer | null> {
  const text = settings.auditSigningKey ?? (await readSecret(keyFile(settings)));
  return text === null ? null : signerFrom(settings, text);
}

function signerFrom(settings: KeySettings, text: string): Signer {
  const key = readSigningKey(text);
  if (key) return signerOf(settings.auditOrigin ?? originOfKey(key), key);
  throw new RegistryError(
    'bad_request',
    `${keyFile(settings)} holds no key to sign checkpoints of the audit trail with; allowed: ${signingKeyForm}.`,
  );
}

/** Beside the database, where nothing is said: two of them never sign as the same log. */
function keyFile({ auditSigningKeyFile, databaseUrl }: KeySettings): string {
  const database = sqliteFile(databaseUrl);
  return auditSigningKeyFile ?? (database === null ? './data/audit-signing.key' : `${database}.audit-key`);
}
