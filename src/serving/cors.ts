import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './answers/error-handling.ts';

/**
 * Cross-origin access for the configured origins; without any, no CORS header is ever sent. A request without
 * an `Origin` is not a cross-origin one of a browser: it gets `Vary: Origin` for the sake of shared caches,
 * and no other CORS header.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const anywhere = origins.includes('*');
  const allowed = new Set(origins);
  // Before the plugin, which would answer such a preflight with 200 and no permission.
  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (request.method !== 'OPTIONS' || asked === undefined || origin === undefined) return;
    if (anywhere || allowed.has(origin)) return;
    await sendError(request, reply.header('vary', 'Origin'), 400, { detail: 'Disallowed CORS origin' });
  });
  const options: FastifyCorsOptions = {
    origin: anywhere ? '*' : [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['ETag', 'Allow', 'Location', 'X-Request-Id'],
    maxAge: 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  };
  // With a delegator, each answer varies by origin.
  server.register(cors, {
    delegator: ({ headers }: FastifyRequest, decide: (error: null, options: FastifyCorsOptions) => void) =>
      decide(null, headers.origin === undefined ? { origin: false } : options),
  });
}
