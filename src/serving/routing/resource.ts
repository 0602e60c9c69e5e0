import type { FastifyPluginAsync } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Declaration } from './endpoint.ts';

/** A group of endpoints: those that one `http*.ts` file of a module declares. */
export interface Resource {
  readonly name: string;
  readonly endpoints: readonly Declaration[];
  /**
   * How the resource's requests are counted. Absent: a hook counts and times each request. `reads`: the
   * handlers count their answers, which are ready bytes; the hook would take longer than the answer.
   * `streams`: the handlers count the event streams that they open, and nothing is timed.
   */
  readonly observed?: 'reads' | 'streams';
  /**
   * Whether the answers are made from model records. At a REPLICA, such answers say how old its copy of the
   * models is.
   */
  readonly readsModels?: boolean;
}

/** Pages, files and probes: routes outside the documented API. */
export interface Pages {
  readonly name: string;
  /** Returns the routes; paths are relative to the prefix under which they are mounted. */
  routes(context: RouteContext): FastifyPluginAsync;
}
