import type { FastifyInstance } from 'fastify';
import type { Deadline } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The deadline of a request that may write; null for every other request. */
    deadline: RequestDeadline | null;
  }
}

/**
 * The deadline of a request. It passes when the time is over, or when the client has closed the connection.
 */
class RequestDeadline implements Deadline {
  readonly #end: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    const ms = seconds * 1000;
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => this.#abort(`the write could not be begun within ${seconds} s`), ms);
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Ends the deadline because the client has closed the connection. */
  clientGone(): void {
    this.#abort('the client closed the connection');
  }

  /** Stops the timer of an answered request. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #abort(why: string): void {
    this.end();
    this.#controller.abort(
      new OutageError('overloaded', `Nothing was written: ${why}. Try again later.`, {
        headers: { 'retry-after': '5' },
      }),
    );
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sets a deadline for each request that may write; its time begins once the request's headers have arrived.
 */
export function limitWaiting(server: FastifyInstance, seconds: number): void {
  server.decorateRequest('deadline', null);
  server.addHook('onRequest', (request, reply, done) => {
    if (reads.has(request.method)) return done();
    const deadline = new RequestDeadline(seconds);
    request.deadline = deadline;
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) deadline.end();
      else deadline.clientGone();
    });
    done();
  });
}
