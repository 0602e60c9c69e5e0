import type { FastifyInstance } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { type Declaration, isOperation } from '../../serving/routing/endpoint.ts';
import type { PrimaryEvidence } from './primary-evidence.ts';
import type { Replica } from './replica.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    /** The replica, which keeps a copy of its primary; only at a REPLICA. */
    readonly replica?: Pick<Replica, 'hasData' | 'lagSeconds' | 'status'>;
    /** The primary's knowledge of files; only at a REPLICA with a primary. */
    readonly learnedElsewhere?: Pick<PrimaryEvidence, 'ageSeconds' | 'problem'>;
  }
}

/** The state of a replica's copy that reads depend on. */
export type ServedCopy = Pick<Replica, 'hasData' | 'lagSeconds'>;

/** Whether an answer depends on the models: a replica without a copy refuses it. */
function needsCopy(path: string): boolean {
  return !/\/(?:info|model_categories)$/.test(path);
}

/** Adds the 503 of a replica that has no copy to an endpoint that needs the copy. */
export function refusedWithoutCopy(endpoint: Declaration): Declaration {
  if (!isOperation(endpoint) || endpoint.method !== 'get' || !needsCopy(endpoint.path)) return endpoint;
  return { ...endpoint, answers: { ...refuses(503), ...endpoint.answers } };
}

const retryAfterSeconds = '5';

/**
 * Adds `Age` to reads: how old the models of a replica are. Before there is a copy, refuses reads: an empty
 * registry would be a wrong answer. Does nothing at a primary.
 */
export function stampAge(scope: FastifyInstance, copy: ServedCopy | undefined): void {
  if (!copy) return;
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done();
    const lag = copy.lagSeconds();
    if (lag !== null) reply.header('age', lag);
    if (copy.hasData() || !needsCopy(request.routeOptions.url ?? '')) return done();
    done(
      new RegistryError(
        'not_supported_here',
        'This replica has no copy of its primary yet. Try again soon.',
        {
          headers: { 'retry-after': retryAfterSeconds },
        },
      ),
    );
  });
}
