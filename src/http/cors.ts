import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { json } from './answers/send.ts';

/** Cross-origin access for the configured origins; without any, no CORS header is ever sent. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const anywhere = origins.includes('*');
  const allowed = new Set(origins);
  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (request.method !== 'OPTIONS' || asked === undefined || origin === undefined) return;
    if (anywhere || allowed.has(origin)) return;
    await reply
      .code(400)
      .header('vary', 'Origin')
      .header('content-type', json)
      .send(JSON.stringify({ detail: 'Disallowed CORS origin' }));
  });
  server.register(cors, {
    origin: anywhere ? '*' : [...origins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['ETag', 'Allow', 'Location', 'X-Request-Id'],
    maxAge: 600,
    optionsSuccessStatus: 200,
    strictPreflight: false,
  });
}
