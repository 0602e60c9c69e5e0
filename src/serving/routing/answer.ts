import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pieces } from '../../kernel/pieces.ts';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import { caching, modelCaching } from '../answers/caching.ts';
import { answerDeleted, answerRead, answerReadBytes, answerWrite } from '../answers/json-answer.ts';
import { JsonBytes } from '../answers/json-bytes.ts';
import { answerStream, JsonStream } from '../answers/json-stream.ts';
import { sendReady } from '../answers/send.ts';
import type { RouteContext } from '../context.ts';
import type { Route } from './endpoint.ts';
import type { Resource } from './resource.ts';

/** Sends what a handler gave. */
export type Answering = (
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
) => undefined | Promise<void>;

/** How an endpoint answers: a read with an ETag, a write with 200 or, without a value, with 204. */
export function answeringOf(
  { method, who }: Route,
  { readsModels }: Resource,
  context: Pick<RouteContext, 'logger' | 'settings'>,
): Answering {
  if (method !== 'get') {
    return (_request, reply, value) => {
      if (value === undefined) answerDeleted(reply);
      else answerWrite(reply, 200, value);
      return undefined;
    };
  }
  const open = readsModels ? modelCaching(context.settings) : caching.everyone;
  const cacheControl = who?.role ? caching.theCaller : open;
  return (request, reply, value) => {
    if (value instanceof JsonStream) {
      return answerStream(context, request, reply, { ...value, cacheControl });
    }
    if (isReadyBody(value)) sendReady(request, reply, value, cacheControl);
    else if (value instanceof JsonBytes) answerReadBytes(request, reply, value, cacheControl);
    else answerRead(request, reply, value, cacheControl);
    return undefined;
  };
}

function isReadyBody(value: unknown): value is ReadyBody {
  return (value as Partial<ReadyBody> | null)?.identity instanceof Pieces;
}
