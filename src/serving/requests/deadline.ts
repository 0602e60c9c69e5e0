import type { FastifyInstance } from 'fastify';
import type { Deadline } from '../../kernel/deadline.ts';
import { OutageError } from '../../kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for `readMethods`. */
    deadline: RequestDeadline | null;
  }
}

/**
 * The deadline for the start of a write. It expires after a number of seconds, or when the client closes the
 * connection; then `signal` aborts.
 */
class RequestDeadline implements Deadline {
  readonly #end: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    const durationMs = seconds * 1000;
    this.#end = performance.now() + durationMs;
    this.#timer = setTimeout(() => this.#abort(`the write could not start within ${seconds} s`), durationMs);
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Makes the deadline expire at once. */
  expire(): void {
    this.#abort('the client closed the connection');
  }

  /** Stops the timer. Called when the response was sent or the deadline has expired. */
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

/** The methods of read requests. */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets a deadline for each write request, counted from the arrival of its headers. */
export function addWriteDeadlines(server: FastifyInstance, seconds: number): void {
  server.decorateRequest('deadline', null);
  server.addHook('onRequest', (request, reply, done) => {
    if (readMethods.has(request.method)) return done();
    const deadline = new RequestDeadline(seconds);
    request.deadline = deadline;
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) deadline.end();
      else deadline.expire();
    });
    done();
  });
}
