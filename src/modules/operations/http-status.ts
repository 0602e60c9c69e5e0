import { z } from 'zod';
import type { UsageSource } from '../../outside/usage-client.ts';
import { canonicalFormat } from '../../records/enums.ts';
import { caching } from '../../serving/answers/caching.ts';
import { jsonHeaders } from '../../serving/answers/json-headers.ts';
import { messageResponse } from '../../serving/openapi/contains-message.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Pages, Resource } from '../../serving/routing/resource.ts';
import type { ReplicaStatus, ServedCopy } from '../replica/index.ts';
import type { Readiness } from './readiness.ts';

const replicateMode = z.enum(['PRIMARY', 'REPLICA']).meta({
  id: 'ReplicateMode',
  description: 'PRIMARY is authoritative and may accept writes; REPLICA is read-only.',
});

const backendInfo = z
  .object({
    replicate_mode: replicateMode,
    canonical_format: canonicalFormat,
    writable: z.boolean().meta({ description: 'False: every write returns 503.' }),
  })
  .meta({ id: 'BackendInfo', description: 'Replication mode and canonical format of this deployment.' });

const aiHordeStatus = z
  .object({
    degraded: z.boolean(),
    consecutive_failures: z.int(),
    seconds_until_retry: z.number().nullable(),
  })
  .meta({ id: 'AIHordeStatus', description: 'State of the usage service.' });

const heartbeatResponse = z
  .object({ status: z.literal('ok'), ai_horde: aiHordeStatus })
  .meta({ id: 'HeartbeatResponse', description: 'The service is up.' });

const userRolesResponse = z
  .object({
    user_id: z.string(),
    username: z.string().meta({ description: '`name#id`.' }),
    roles: z.array(z.enum(['approver', 'requestor', 'license_editor'])),
    is_approver: z.boolean(),
    is_requestor: z.boolean(),
    is_license_editor: z.boolean(),
  })
  .meta({ id: 'UserRolesResponse', description: 'Roles of the caller.' });

/** Endpoint that returns the caller's account and roles. */
export const me: Resource = {
  name: 'me',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/me/roles',
      id: 'get_current_user_roles_model_references_v2_me_roles_get',
      tags: ['v2', 'user'],
      summary: "Get the caller's roles",
      description: 'Requires any valid key. Available on every deployment.',
      who: who.hasKey,
      answers: { 200: { description: 'The roles of the caller.', schema: userRolesResponse } },
      handler: (
        _context,
        { caller: { userId, username, isApprover, isRequestor, isLicenseEditor = false } },
      ) => ({
        user_id: userId,
        username,
        roles: [
          ...(isApprover ? ['approver'] : []),
          ...(isRequestor ? ['requestor'] : []),
          ...(isLicenseEditor ? ['license_editor'] : []),
        ],
        is_approver: isApprover,
        is_requestor: isRequestor,
        is_license_editor: isLicenseEditor,
      }),
    }),
  ],
};

const welcomeText = (basePath: string) =>
  `Model reference registry. Documentation: ${basePath}/docs, machine-readable: ${basePath}/openapi.json.`;

/** Endpoints about the state of the deployment, under the base path. */
export const status = ({ usageHealth }: { readonly usageHealth: UsageSource['health'] }): Resource => ({
  name: 'service',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/',
      id: 'read_root__get',
      tags: ['default'],
      summary: 'Get the documentation links',
      answers: { 200: { description: 'A message.', schema: messageResponse } },
      // Without a base path, the console is at `/`.
      onlyUnderBasePath: true,
      handler: ({ settings }) => ({ message: welcomeText(settings.basePath) }),
    }),
    endpoint({
      method: 'get',
      path: '/heartbeat',
      id: 'heartbeat_heartbeat_get',
      tags: ['default'],
      summary: 'Check that the service is up',
      description: 'Does not access the database or other services.',
      answers: { 200: { description: 'The service is up.', schema: heartbeatResponse } },
      handler: () => ({ status: 'ok', ai_horde: usageHealth() }),
    }),
    endpoint({
      method: 'get',
      path: '/replicate_mode',
      id: 'replicate_mode_replicate_mode_get',
      tags: ['default'],
      summary: 'Get the replication mode',
      answers: { 200: { description: 'Mode and canonical format.', schema: backendInfo } },
      handler: ({ settings, databaseWritable }) => ({
        replicate_mode: settings.replicateMode,
        canonical_format: settings.canonicalFormat,
        writable: settings.replicateMode === 'PRIMARY' && databaseWritable,
      }),
    }),
  ],
});

interface ProbeResult {
  readonly readiness: Pick<Readiness, 'obstacle'>;
  /** Absent on a PRIMARY. */
  readonly replica?: Pick<ServedCopy, 'status'>;
}

/** Serves probes and metrics to load balancers and monitors, outside the base path and the documented API. */
export const probes = ({ readiness, replica }: ProbeResult): Pages => ({
  name: 'probes',
  routes: (context) => async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', caching.nobody);
    });

    scope.get('/healthz', (_request, reply) => reply.headers(jsonHeaders).send({ status: 'ok' }));

    scope.get('/readyz', async (_request, reply) => {
      reply.headers(jsonHeaders);
      const obstacle = await readiness.obstacle();
      const details = {
        ...(replica && { replica: describeReplica(replica.status()) }),
      };
      if (obstacle) return reply.code(503).send({ detail: obstacle, ...details });
      return reply.send({ status: 'ready', ...details });
    });

    scope.get('/metrics', async (_request, reply) => {
      reply.type(context.metrics.registry.contentType);
      return reply.send(await context.metrics.text());
    });
  },
});

/**
 * Returns the state of a replica's copy for monitors, such as its lag in seconds. A lagging replica is still
 * ready if it has a copy to serve.
 */
function describeReplica({ source, lagSeconds, problem, unreadFiles }: ReplicaStatus) {
  return { source, lag_seconds: lagSeconds, problem, unread_files: unreadFiles };
}
