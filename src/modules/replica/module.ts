import { addAbortListener } from 'node:events';
import { RegistryError } from '../../kernel/errors.ts';
import { createPrimaryClient } from '../../outside/primary-client.ts';
import { openReferenceUrl, repositoryFilesUrl } from '../../outside/reference-url.ts';
import { createVerifiedPrimary } from '../../outside/verified-primary.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import { joinReferenceFiles, type ReferenceFiles, readPublicRepository } from '../transfer/index.ts';
import { measureReplica } from './metrics.ts';
import { type ReplicaOptions, type ServedCopy, startReplica } from './replica.ts';

/**
 * Starts the replica, which follows the primary in the settings, if any. Returns null on a PRIMARY.
 *
 * @param resources the stack that stops the replica when it is disposed
 */
export async function openReplica(
  { categories, settings, store, clock, logger, metrics }: ModuleContext,
  { catalog, ...catalogues }: Pick<ReplicaOptions, 'catalogues' | 'kinds'> & { readonly catalog: Catalog },
  resources: AsyncDisposableStack,
): Promise<ServedCopy | null> {
  if (settings.replicateMode !== 'REPLICA') return null;
  if (!store.writable) {
    throw new RegistryError(
      'bad_request',
      "A replica writes its copy to its database, and this database is a read-only standby. Use a separate database (MODELREF_DATABASE_URL), or serve the standby of a primary's database with MODELREF_REPLICATE_MODE='PRIMARY'.",
    );
  }
  const { primaryApiUrl, primaryApiTimeoutSeconds, primaryEditionKey, enableGithubFallback } = settings;
  const client =
    primaryApiUrl === null
      ? null
      : createPrimaryClient({ baseUrl: primaryApiUrl, timeoutMs: primaryApiTimeoutSeconds * 1000 });
  const primary = client && primaryEditionKey ? createVerifiedPrimary(client, primaryEditionKey) : client;
  const replica = await startReplica({
    store,
    catalog,
    ...catalogues,
    clock,
    categories,
    settings,
    primary,
    // The repositories are not signed, so they are not used with a primary's key.
    readRepositories:
      enableGithubFallback && !primaryEditionKey
        ? (signal) => readLegacyRepositories(settings, categories, signal)
        : null,
    random: Math.random,
    onFailure: (err, failureCount) => {
      // Of repeated failures, only every 20th is logged as a warning.
      const level = failureCount === 1 || failureCount % 20 === 0 ? 'warn' : 'debug';
      logger[level]({ err, inARow: failureCount }, 'the replica could not bring its copy up to date');
    },
    onUnreadFiles: (files) => {
      if (files.length === 0) logger.info('all files of the legacy repositories are readable again');
      else logger.warn({ files }, 'cannot read files of the legacy repositories; their models are kept');
    },
  });
  resources.defer(async () => {
    await replica.stop();
    await primary?.close();
  });
  measureReplica(metrics, replica.status);
  return replica;
}

async function readLegacyRepositories(
  settings: Settings,
  categories: Categories,
  signal: AbortSignal,
): Promise<ReferenceFiles> {
  const files: ReferenceFiles[] = [];
  for (const [kind, repository] of [
    ['image', settings.imageGithubRepo],
    ['text', settings.textGithubRepo],
  ] as const) {
    await using source = openReferenceUrl(repositoryFilesUrl(repository));
    using _cutOnAbort = addAbortListener(signal, () => void source[Symbol.asyncDispose]());
    files.push(await readPublicRepository(kind, source, categories.list, null));
    // Aborted calls would be reported as unreadable files.
    signal.throwIfAborted();
  }
  return joinReferenceFiles(files);
}
