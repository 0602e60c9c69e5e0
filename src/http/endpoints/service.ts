import type { ReplicaStatus } from '../../services/replica/replica.ts';
import { answerRead } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { backendInfo, containsMessage, heartbeatResponse } from '../shapes/service.ts';

const welcome = (basePath: string) =>
  `Model reference registry. Documentation: ${basePath}/docs, machine-readable: ${basePath}/openapi.json.`;

/** What the deployment says about itself, under the base path. */
export const service: Resource = {
  name: 'service',
  operations: [
    {
      method: 'get',
      path: '/',
      id: 'read_root__get',
      tags: ['default'],
      summary: 'Where the documentation is',
      conditional: true,
      answers: { 200: { description: 'A message.', schema: containsMessage } },
    },
    {
      method: 'get',
      path: '/heartbeat',
      id: 'heartbeat_heartbeat_get',
      tags: ['default'],
      summary: 'Is the service up?',
      description: 'Touches neither the database nor another service.',
      conditional: true,
      answers: { 200: { description: 'It is.', schema: heartbeatResponse } },
    },
    {
      method: 'get',
      path: '/replicate_mode',
      id: 'replicate_mode_replicate_mode_get',
      tags: ['default'],
      summary: 'What does this deployment accept?',
      conditional: true,
      answers: { 200: { description: 'Mode and canonical format.', schema: backendInfo } },
    },
  ],
  routes: (context) => async (scope) => {
    const { settings } = context;
    // Without the base path, `/` is the console's.
    if (scope.prefix !== '') {
      scope.get('/', (request, reply) => answerRead(request, reply, { message: welcome(settings.basePath) }));
    }

    scope.get('/heartbeat', (request, reply) =>
      answerRead(request, reply, { status: 'ok', ai_horde: context.usageHealth() }),
    );

    scope.get('/replicate_mode', (request, reply) =>
      answerRead(request, reply, {
        replicate_mode: settings.replicateMode,
        canonical_format: settings.canonicalFormat,
        writable: settings.replicateMode === 'PRIMARY',
      }),
    );
  },
};

/** What the machinery around the service asks, outside the base path and outside the documented API. */
export const probes: Resource = {
  name: 'probes',
  operations: [],
  routes: (context) => async (scope) => {
    scope.get('/healthz', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );

    scope.get('/readyz', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const obstacle = await whyNotReady();
      const replica = context.replica && { replica: replicaFacts(context.replica.status()) };
      if (obstacle) return reply.code(503).send({ detail: obstacle, ...replica });
      return reply.send({ status: 'ready', ...replica });
    });

    scope.get('/metrics', async (_request, reply) => {
      reply.header('cache-control', 'no-store').type(context.metrics.registry.contentType);
      return reply.send(await context.metrics.text());
    });

    /** Null when ready. Snapshots were built before the first connection was accepted. */
    async function whyNotReady(): Promise<string | null> {
      if (context.replica && !context.replica.hasData()) return 'There is no copy of the primary yet.';
      const seconds = Math.round(context.follower.age() / 1000);
      if (seconds > Math.max(context.settings.cacheTtlSeconds, shortestTtlSeconds)) {
        return `Changes of other instances have not been looked for successfully for ${seconds} seconds.`;
      }
      try {
        await context.store.versions();
        return null;
      } catch (error) {
        context.logger.warn({ err: error }, 'not ready: the database does not answer');
        return 'The database does not answer.';
      }
    }
  },
};

/** How far a replica is, for whoever watches it; it is ready as long as it has anything to serve. */
function replicaFacts({ source, kind, cursor, lagSeconds, problem }: ReplicaStatus) {
  return { source, kind, cursor, lag_seconds: lagSeconds, problem };
}

/** Looks are a second apart: a shorter time to live cannot be told from a look that is late. */
const shortestTtlSeconds = 5;
