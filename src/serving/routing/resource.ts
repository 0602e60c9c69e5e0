import type { FastifyPluginAsync } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Declaration } from './endpoint.ts';

/** A group of endpoints: those that one `http*.ts` file of a module declares. */
export interface Resource {
  readonly name: string;
  readonly endpoints: readonly Declaration[];
  /**
   * Who counts the resource's requests. Absent: a hook counts and times each request. `reads`: the handlers
   * count, because they send ready bytes and the hook would take longer than the answer. `streams`: the
   * handlers count, because a stream lasts for days.
   */
  readonly observed?: 'reads' | 'streams';
  /** Whether the answers are made from the models: at a REPLICA, such answers say how old the copy is. */
  readonly readsModels?: boolean;
}

/** Pages, files and probes: routes outside the documented API. */
export interface Pages {
  readonly name: string;
  /** Gives the routes; paths are relative to the prefix under which they are mounted. */
  routes(context: RouteContext): FastifyPluginAsync;
}
