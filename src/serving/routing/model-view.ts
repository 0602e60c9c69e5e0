import type { FastifyReply } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Call, Operation } from './endpoint.ts';

/** Responds to a request about a model for something other than its live record, such as its history. */
type AnswerModel = (
  context: RouteContext,
  call: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
) => Promise<FastifyReply>;

/**
 * A read whose path is a model's path plus one word, such as `…/history`. A model name may contain slashes,
 * so this can also be the path of a live model called `<name>/history`; the response is then the record of
 * that model.
 */
export type ModelView = Omit<Operation, 'method' | 'handler'> & { readonly answer: AnswerModel };
