import { repeatedly } from '../../kernel/concurrency/repeatedly.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { keptSecret, readSecret } from '../../kernel/files/read-regular-file.ts';
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
import type { Base } from '../base.ts';
import { recordGap, type Trail } from './append-events.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';

/** Time, in ms, between two searches for events that no checkpoint covers. */
const checkpointEveryMs = 30_000;

/**
 * Opens the audit trail of a PRIMARY. If the trail was off before, records how many events are missing. Then
 * begins to sign checkpoints. If the database can only be read, does neither, and only serves checkpoints.
 *
 * @param opened the stack that stops the signing when it is disposed
 * @returns the checkpoints; none at a REPLICA or while the audit trail is off
 */
export async function openAudit(
  base: Base & Trail,
  opened: AsyncDisposableStack,
): Promise<{ readonly checkpoints?: Checkpoints }> {
  const { settings, store, clock, append } = base;
  if (settings.replicateMode !== 'PRIMARY' || !settings.auditEnabled) return {};
  if (!store.writable) return shownCheckpoints(base);
  await recordGap(store, { append, domain: settings.canonicalFormat, now: clock.now() });
  return { checkpoints: opened.adopt(await startCheckpoints(base), (each) => each.stop()) };
}

/**
 * Gives the checkpoints of an instance whose database can only be read: those that other instances sign.
 * Gives none when this instance has no signing key of its own.
 */
async function shownCheckpoints({
  settings,
  store,
  clock,
}: Base): Promise<{ readonly checkpoints?: Checkpoints }> {
  const signer = await knownSigner(settings);
  return signer ? { checkpoints: createCheckpoints({ store, clock, signer }) } : {};
}

/**
 * Signs checkpoints regularly until `stop` is called. `stop` signs a last checkpoint, so call it when nothing
 * writes to the trail any more.
 */
async function startCheckpoints({
  settings,
  store,
  clock,
  logger,
}: Base): Promise<Checkpoints & { stop(): Promise<void> }> {
  const signer = await openSigner(settings);
  const checkpoints = createCheckpoints({ store, clock, signer });
  const onError = (err: unknown) =>
    logger.error({ err }, 'the checkpoint of the audit trail could not be signed');
  // Before anybody is served: a checkpoint beside a key that has not signed it looks like a forged one.
  const formerKey = await checkpoints.formerSigner().catch(onError);
  if (formerKey) {
    const file = settings.auditSigningKey === null ? keyFile(settings) : 'MODELREF_AUDIT_SIGNING_KEY';
    logger.warn(
      { formerKey, key: checkpoints.key, file },
      'the newest checkpoint of the audit trail was signed with another key: it is given signed anew with the one here. Put the former key back, or tell those who keep checkpoints of the new one',
    );
  }
  const task = repeatedly(checkpointEveryMs, { work: checkpoints.make, onError });
  return {
    ...checkpoints,
    stop: async () => {
      await task.stop();
      await checkpoints.make().catch(onError);
    },
  };
}

type KeySettings = Pick<Settings, 'auditOrigin' | 'auditSigningKey' | 'auditSigningKeyFile' | 'databaseUrl'>;

/**
 * Gives the signer of checkpoints. Takes its key from the settings, or else from the key's file; makes the
 * file if it is missing.
 * @throws RegistryError `bad_request` when the key is not valid, or the file can neither be read nor made
 */
export async function openSigner(settings: KeySettings): Promise<Signer> {
  const file = keyFile(settings);
  return signerFrom(settings, settings.auditSigningKey ?? (await keptSecret(file, newSigningKey)));
}

/**
 * Gives the signer of checkpoints. Takes its key from the settings, or else from the key's file; null when
 * there is neither.
 *
 * @throws RegistryError `bad_request` when the key is not valid, or the file cannot be read
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

/**
 * Gives the path of the signing key's file. By default this file is beside the SQLite database, so that two
 * databases never sign as the same log.
 */
export function keyFile({
  auditSigningKeyFile,
  databaseUrl,
}: Pick<Settings, 'auditSigningKeyFile' | 'databaseUrl'>): string {
  const database = sqliteFile(databaseUrl);
  return auditSigningKeyFile ?? (database === null ? './data/audit-signing.key' : `${database}.audit-key`);
}
