import type { FastifyInstance } from 'fastify';
import type { Freshness } from './freshness.ts';

/**
 * Brings memory up to date before a request is answered from it. Returns at once as long as nothing was
 * written.
 */
export function readFresh(server: FastifyInstance, freshness: Freshness | undefined): void {
  if (!freshness) return;
  server.addHook('onRequest', (_request, _reply, done) => {
    const looking = freshness.check();
    if (looking) void looking.then(() => done());
    else done();
  });
}
