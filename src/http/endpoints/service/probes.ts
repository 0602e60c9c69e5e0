import type { ReplicaStatus } from '../../../services/replica/replica.ts';
import type { RouteContext } from '../../context.ts';
import type { Pages } from '../../routing/resource.ts';

/** What the machinery around the service asks, outside the base path and outside the documented API. */
export const probes: Pages = {
  name: 'probes',
  routes: (context) => async (scope) => {
    scope.get('/healthz', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );

    scope.get('/readyz', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const obstacle = await whyNotReady(context);
      const replica = context.replica && { replica: replicaFacts(context.replica.status()) };
      if (obstacle) return reply.code(503).send({ detail: obstacle, ...replica });
      return reply.send({ status: 'ready', ...replica });
    });

    scope.get('/metrics', async (_request, reply) => {
      reply.header('cache-control', 'no-store').type(context.metrics.registry.contentType);
      return reply.send(await context.metrics.text());
    });
  },
};

/** Null when ready. Snapshots were built before the first connection was accepted. */
async function whyNotReady({
  replica,
  follower,
  settings,
  store,
  logger,
}: RouteContext): Promise<string | null> {
  if (replica && !replica.hasData()) return 'There is no copy of the primary yet.';
  const seconds = Math.round(follower.age() / 1000);
  if (seconds > Math.max(settings.cacheTtlSeconds, shortestTtlSeconds)) {
    return `Changes of other instances have not been looked for successfully for ${seconds} seconds.`;
  }
  try {
    await store.versions();
    return null;
  } catch (error) {
    logger.warn({ err: error }, 'not ready: the database does not answer');
    return 'The database does not answer.';
  }
}

/** How far a replica is, for whoever watches it; it is ready as long as it has anything to serve. */
function replicaFacts({ source, kind, cursor, lagSeconds, problem }: ReplicaStatus) {
  return { source, kind, cursor, lag_seconds: lagSeconds, problem };
}

/** Looks are a second apart: a shorter time to live cannot be told from a look that is late. */
const shortestTtlSeconds = 5;
