import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { readyAnswer } from '../answers/ready-answer.ts';
import type { HotReads } from './hot-reads.ts';

/**
 * Answers hot reads before the router is asked, until the service stops: then it is the router that tells
 * clients to connect elsewhere.
 */
export function answerBeforeRouting(server: FastifyInstance, hot: HotReads): void {
  const routed = server.server.listeners('request') as RequestListener[];
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.server.removeAllListeners('request');
  server.server.on('request', (request, response) => {
    if (!stopping && answerHotRead(hot, request, response)) return;
    for (const listener of routed) listener(request, response);
  });
}

/** Answers, or says false and has done nothing. */
export function answerHotRead(
  hot: HotReads,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const read = hot.find(url);
  // The router waits for that.
  if (read === undefined || hot.refreshing() !== null) return false;
  const answer = readyAnswer(read.body, headers['accept-encoding'], headers['if-none-match']);
  const age = hot.age();
  response.writeHead(answer.status, age === null ? answer.headers : ['age', String(age), ...answer.headers]);
  response.end(answer.bytes ?? undefined);
  read.counter.count(answer.status);
  return true;
}
