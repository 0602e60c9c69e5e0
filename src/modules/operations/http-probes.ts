import { caching } from '../../serving/answers/caching.ts';
import { jsonHeaders } from '../../serving/answers/json-headers.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import type { ReplicaStatus } from '../replica/index.ts';

/** What the machinery around the service asks, outside the base path and outside the documented API. */
export const probes: Pages = {
  name: 'probes',
  routes: (context) => async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', caching.nobody);
    });

    scope.get('/healthz', (_request, reply) => reply.headers(jsonHeaders).send({ status: 'ok' }));

    scope.get('/readyz', async (_request, reply) => {
      reply.headers(jsonHeaders);
      const obstacle = await context.readiness.obstacle();
      const { replica, hearing } = context;
      const details = {
        ...(replica && { replica: replicaFacts(replica.status()) }),
        // No reason to send it no requests: it looks for writes every second.
        ...(hearing && { notifications: { problem: hearing.problem() } }),
      };
      if (obstacle) return reply.code(503).send({ detail: obstacle, ...details });
      return reply.send({ status: 'ready', ...details });
    });

    scope.get('/metrics', async (_request, reply) => {
      reply.type(context.metrics.registry.contentType);
      return reply.send(await context.metrics.text());
    });
  },
};

/** How far a replica is, for whoever watches it; it is ready as long as it has anything to serve. */
function replicaFacts({ source, kind, cursor, lagSeconds, problem }: ReplicaStatus) {
  return { source, kind, cursor, lag_seconds: lagSeconds, problem };
}
