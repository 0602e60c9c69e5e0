import type { FastifyReply } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Call, Operation } from './endpoint.ts';

/** Answers a request about a model for something other than its live record, such as its history. */
type AnswerModel = (
  context: RouteContext,
  call: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
) => Promise<FastifyReply>;

/**
 * A read whose path is the path of a model and one more word, such as `…/history`. A model name may have
 * slashes, so this can also be the path of a live model called `<name>/history`. In that case the answer is
 * the record of that model.
 */
export type ModelView = Omit<Operation, 'method' | 'handler'> & { readonly answer: AnswerModel };
