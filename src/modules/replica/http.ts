import type { FastifyInstance } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { type Declaration, isOperation } from '../../serving/routing/endpoint.ts';
import type { ServedCopy } from './replica.ts';

/**
 * Returns whether the responses at a path depend on the models. A replica without a copy refuses reads of
 * such a path.
 */
function needsCopy(path: string): boolean {
  return !/\/(?:info|model_categories)$/.test(path);
}

/**
 * Adds the response 503 to the declaration of a read that needs the copy. A replica sends it while it has no
 * copy.
 */
export function addRefusalWithoutCopy(endpoint: Declaration): Declaration {
  if (!isOperation(endpoint) || endpoint.method !== 'get' || !needsCopy(endpoint.path)) return endpoint;
  return { ...endpoint, answers: { ...errorResponses(503), ...endpoint.answers } };
}

const retryAfterSeconds = '5';

/**
 * Adds the header `Age`, the age of the replica's models in seconds, to the responses to reads. Refuses reads
 * while there is no copy, because an empty registry would be a wrong response. Does nothing on a primary.
 */
export function stampAge(
  scope: FastifyInstance,
  copy: Pick<ServedCopy, 'hasData' | 'lagSeconds'> | undefined,
): void {
  if (!copy) return;
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done();
    const lag = copy.lagSeconds();
    if (lag !== null) reply.header('age', lag);
    if (copy.hasData() || !needsCopy(request.routeOptions.url ?? '')) return done();
    done(
      new RegistryError(
        'not_supported_here',
        'This replica has no copy of its primary yet. Try again later.',
        {
          headers: { 'retry-after': retryAfterSeconds },
        },
      ),
    );
  });
}
