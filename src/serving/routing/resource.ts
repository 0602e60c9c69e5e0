import type { FastifyPluginAsync } from 'fastify';
import type { RouteContext } from '../context.ts';
import type { Declaration } from './endpoint.ts';

/** Endpoints that belong together: those of one `http*.ts` of a module. */
export interface Resource {
  readonly name: string;
  readonly endpoints: readonly Declaration[];
  /**
   * How the resource's requests are counted and logged. Default: by a hook. Handlers of `reads` send ready
   * bytes, and count requests themselves, because the hook would cost more than the answer. Handlers of
   * `streams` count the streams themselves, because a stream lasts for days.
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
