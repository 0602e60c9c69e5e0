import type { FastifyPluginAsync } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Operation } from '../openapi/operation.ts';

/** What one file in `routes/` gives: the routes, and what the OpenAPI document says of them. */
export interface Resource {
  readonly name: string;
  readonly operations: readonly Operation[];
  /**
   * Serves bytes that are ready: observes its own requests, because a hook on each would cost more than the
   * answer.
   */
  readonly hot?: boolean;
  /** Answers reads from the models: at a REPLICA they say how old its copy is. */
  readonly readsModels?: boolean;
  /** Paths are relative to the base path. */
  routes(context: RouteContext): FastifyPluginAsync;
}
