import type { FastifyInstance } from 'fastify';
import { RegistryError } from '../kernel/errors.ts';
import { keyFilePath, readSigner } from '../modules/audit/module.ts';
import type { Follower } from '../modules/catalog/index.ts';
import type { PublisherDependencies, ServiceAnswer } from '../modules/edition/index.ts';
import type { AppContext } from '../serving/context.ts';
import type { Store } from '../store/store.ts';
import { listCatalogueDocuments } from './build-server.ts';
import type { Services } from './open-services.ts';

/**
 * Returns the parts of a service that are needed to publish an edition.
 * @throws RegistryError `bad_request` when the service has no signing key
 */
export async function createPublisherDependencies({
  context,
  store,
  follower,
  server,
}: {
  readonly context: AppContext & Services;
  readonly store: Store;
  readonly follower: Follower;
  readonly server: FastifyInstance;
}): Promise<PublisherDependencies> {
  const { settings, categories, catalog, clock } = context;
  const signer = await readSigner(settings);
  if (!signer)
    throw new RegistryError(
      'bad_request',
      `The key that signs editions does not exist: ${keyFilePath(settings)}.`,
    );
  const getAnswer = async (path: string): Promise<ServiceAnswer> => {
    const { statusCode, headers, rawPayload } = await server.inject({ url: settings.basePath + path });
    return {
      status: statusCode,
      bytes: rawPayload,
      etag: String(headers.etag),
      contentType: String(headers['content-type']),
      // Only prepared responses have a digest of their bytes.
      isReady: headers['repr-digest'] !== undefined,
    };
  };
  const licensingPaths = ['licenses', 'assets', 'export'].map(
    (list) => `/model_references/v2/licensing/${list}`,
  );
  const documentPaths = [...listCatalogueDocuments(context).keys(), ...licensingPaths];
  const servedContent = { settings, categories, catalog, documents: documentPaths, get: getAnswer };
  return { store, signer, served: servedContent, refresh: follower.check, now: clock.now };
}
