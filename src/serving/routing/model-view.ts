import type { FastifyReply } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Call, Operation } from './endpoint.ts';

/** Responds to a request for data about a model that is not its live record, such as its history. */
type AnswerModel = (
  context: RouteContext,
  call: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
) => Promise<FastifyReply>;

/**
 * A read whose path is a model's path plus one word, such as `…/history`. Model names may contain slashes, so
 * the same path can belong to a live model called `<name>/history`. In that case, the response is the record
 * of that model.
 */
export type ModelView = Omit<Operation, 'method' | 'handler'> & { readonly answer: AnswerModel };
