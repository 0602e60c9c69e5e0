import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import type { RouteCounter } from '../metrics/metrics.ts';
import { sendReady } from './send.ts';

/** Adds a GET route that answers with a body that is ready, and counts. */
type AddRead = (path: string, find: (request: FastifyRequest) => ReadyBody) => void;

/**
 * @param prefix begins every path
 * @param counterOf what `observeReads` gave for this scope
 */
export function readyReads(
  scope: FastifyInstance,
  prefix: string,
  counterOf: (route: string) => RouteCounter,
): AddRead {
  return (path, find) => {
    const counter = counterOf(scope.prefix + prefix + path);
    scope.get(prefix + path, (request, reply) => {
      sendReady(request, reply, find(request));
      counter.count(reply.statusCode);
    });
  };
}
