import type { FastifyPluginAsync } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Declaration } from './endpoint.ts';

/** A group of endpoints, declared in one `http*.ts` file of a module. */
export interface Resource {
  readonly name: string;
  readonly endpoints: readonly Declaration[];
  /**
   * How the resource's requests are counted. Absent: a hook counts and times each request. `reads`: the
   * handlers count their responses, because the hook would take longer than a response of ready bytes.
   * `streams`: the handlers count the event streams that they open, and nothing is timed.
   */
  readonly observed?: 'reads' | 'streams';
  /**
   * Whether the responses contain model data. At a REPLICA, such responses state how old the replica's copy
   * of the models is.
   */
  readonly readsModels?: boolean;
}

/** Pages, files and probes: routes outside the documented API. */
export interface Pages {
  readonly name: string;
  /** Returns the routes. Their paths are relative to the prefix under which they are mounted. */
  routes(context: RouteContext): FastifyPluginAsync;
}
