import { containsMessage } from '../../serving/openapi/contains-message.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { backendInfo, heartbeatResponse } from './http-shapes-service.ts';

const welcome = (basePath: string) =>
  `Model reference registry. Documentation: ${basePath}/docs, machine-readable: ${basePath}/openapi.json.`;

/** What the deployment says about itself, under the base path. */
export const status: Resource = {
  name: 'service',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/',
      id: 'read_root__get',
      tags: ['default'],
      summary: 'Where the documentation is',
      answers: { 200: { description: 'A message.', schema: containsMessage } },
      // Without the base path, `/` is the console's.
      onlyUnderBasePath: true,
      handler: ({ settings }) => ({ message: welcome(settings.basePath) }),
    }),
    endpoint({
      method: 'get',
      path: '/heartbeat',
      id: 'heartbeat_heartbeat_get',
      tags: ['default'],
      summary: 'Is the service up?',
      description: 'Touches neither the database nor another service.',
      answers: { 200: { description: 'It is.', schema: heartbeatResponse } },
      handler: ({ usageHealth }) => ({ status: 'ok', ai_horde: usageHealth() }),
    }),
    endpoint({
      method: 'get',
      path: '/replicate_mode',
      id: 'replicate_mode_replicate_mode_get',
      tags: ['default'],
      summary: 'What does this deployment accept?',
      answers: { 200: { description: 'Mode and canonical format.', schema: backendInfo } },
      handler: ({ settings }) => ({
        replicate_mode: settings.replicateMode,
        canonical_format: settings.canonicalFormat,
        writable: settings.replicateMode === 'PRIMARY',
      }),
    }),
  ],
};
