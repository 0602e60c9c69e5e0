import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import { answerDeleted, answerRead, answerWrite, caching } from '../answers/json-answer.ts';
import { json, recordCaching, sendReady } from '../answers/send.ts';
import type { Route } from './endpoint.ts';
import type { Resource } from './resource.ts';

/** Sends what a handler gave. */
export type Answering = (request: FastifyRequest, reply: FastifyReply, value: unknown) => void;

/** How an endpoint answers: a read with an ETag, a write with 200 or, without a value, with 204. */
export function answeringOf({ method, who }: Route, { observed }: Resource): Answering {
  if (method !== 'get') {
    return (_request, reply, value) => {
      if (value === undefined) answerDeleted(reply);
      else answerWrite(reply, 200, value);
    };
  }
  const computed = who?.role ? caching.theCaller : caching.everyone;
  const ready = observed === 'reads' ? recordCaching : computed;
  return (request, reply, value) => {
    if (isReadyBody(value)) sendReady(request, reply, value, json, ready);
    else answerRead(request, reply, value, computed);
  };
}

function isReadyBody(value: unknown): value is ReadyBody {
  return Buffer.isBuffer((value as Partial<ReadyBody> | null)?.identity);
}
