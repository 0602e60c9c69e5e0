import { RegistryError } from '../../kernel/errors.ts';
import { readSecret, readStoredSecret } from '../../kernel/files/read-regular-file.ts';
import {
  createSigner,
  createSigningKey,
  deriveLogName,
  formatVerifier,
  readSigningKey,
  type Signer,
  signingKeyForm,
} from '../../kernel/transparency/signed-note.ts';
import type { Settings } from '../../settings/settings.ts';
import { sqliteFile } from '../../store/open.ts';
import type { ModuleContext } from '../base.ts';
import { recordGap, type Trail } from './append-events.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { measureCheckpoints } from './metrics.ts';
import { auditStore } from './store.ts';

/**
 * Opens the audit trail of a PRIMARY. If the trail was off before, records the number of missing events. If
 * the database is read-only, records nothing, and signs checkpoints only with an existing key.
 *
 * @returns the checkpoints; none on a REPLICA or while the audit trail is off
 */
export async function openAudit(
  base: ModuleContext & Trail,
): Promise<{ readonly checkpoints?: Checkpoints }> {
  const { settings, store, clock, metrics, append } = base;
  if (settings.replicateMode !== 'PRIMARY' || !settings.auditEnabled) return {};
  const existingSigner = await readSigner(settings);
  if (store.writable) await recordGap(store, { append, domain: settings.canonicalFormat, now: clock.now() });
  const signer = existingSigner ?? (store.writable ? await createCheckpointSigner(base) : null);
  if (signer === null) return {};
  const checkpoints = createCheckpoints({ store, signer });
  measureCheckpoints(metrics, checkpoints);
  return { checkpoints };
}

/**
 * Creates the signing key. Logs a warning when there are events, because an earlier key may have signed
 * checkpoints for them.
 */
async function createCheckpointSigner({ settings, store, logger }: ModuleContext): Promise<Signer> {
  const signer = await openSigner(settings);
  const { event_id } = await store.read((reader) => auditStore(reader).head());
  if (event_id > 0) {
    logger.warn(
      { key: formatVerifier(signer), file: keyFilePath(settings) },
      'created a new signing key for checkpoints of the audit trail, because there was none. If there was an earlier key, restore it, or publish the new one to everybody who keeps checkpoints',
    );
  }
  return signer;
}

type KeySettings = Pick<Settings, 'auditSigningKeyFile' | 'databaseUrl'>;

/**
 * Returns the signer of checkpoints. Reads its key from the key file, or creates the file if it is missing.
 * @throws RegistryError `bad_request` when the key is not valid, or the file can neither be read nor created
 */
export async function openSigner(settings: KeySettings): Promise<Signer> {
  return parseSigner(settings, await readStoredSecret(keyFilePath(settings), createSigningKey));
}

/**
 * Returns the signer of checkpoints with the key from the key file; null when there is no file.
 *
 * @throws RegistryError `bad_request` when the key is not valid, or the file cannot be read
 */
export async function readSigner(settings: KeySettings): Promise<Signer | null> {
  const text = await readSecret(keyFilePath(settings));
  return text === null ? null : parseSigner(settings, text);
}

function parseSigner(settings: KeySettings, text: string): Signer {
  const key = readSigningKey(text);
  if (key) return createSigner(deriveLogName(key), key);
  throw new RegistryError(
    'bad_request',
    `${keyFilePath(settings)} does not contain a signing key for checkpoints of the audit trail; allowed: ${signingKeyForm}.`,
  );
}

/**
 * Returns the path of the signing key's file. By default, the file is in the folder of the SQLite database,
 * so that two databases never sign as the same log.
 */
export function keyFilePath({ auditSigningKeyFile, databaseUrl }: KeySettings): string {
  const database = sqliteFile(databaseUrl);
  return auditSigningKeyFile ?? (database === null ? './data/audit-signing.key' : `${database}.audit-key`);
}
