import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readyAnswer } from '../answers/ready-answer.ts';
import type { HotRead, HotReads } from './hot-reads.ts';
import { type PlainRequest, parsePlainRequest } from './plain-request.ts';
import { WrittenAnswers } from './written-answers.ts';

type Connected = (socket: Socket) => void;

/**
 * Answers hot reads on the bare connection, where they cost as little as with a static file server:
 * `node:http` makes two streams and a header parser's callbacks of each request, which is a third and more of
 * what such a read takes.
 *
 * A connection begins here and stays as long as each chunk is exactly one plain request for a hot read. At
 * the first that is anything else, the connection and the chunk are handed to `node:http`, for good: nothing
 * is ever refused here.
 */
export function answerOnSocket(server: FastifyInstance, hot: HotReads): void {
  const http = server.server;
  const connected = http.listeners('connection') as Connected[];
  const handOver: Connected = (socket) => {
    for (const listener of connected) listener.call(http, socket);
  };
  const connections = new Set<HotConnection>();
  const around: Surroundings = {
    http,
    hot,
    handOver,
    left: (each) => connections.delete(each),
    written: new WrittenAnswers(http.keepAliveTimeout),
  };
  let stopping = false;
  http.removeAllListeners('connection');
  http.on('connection', (socket: Socket) => {
    if (stopping) return handOver(socket);
    connections.add(new HotConnection(socket, around));
  });
  // `node:http` knows only of those that it was handed.
  const closeOthers = http.closeAllConnections.bind(http);
  http.closeAllConnections = () => {
    closeOthers();
    for (const each of connections) each.destroy();
  };
  server.addHook('preClose', async () => {
    stopping = true;
    for (const each of connections) each.stop();
  });
}

interface Surroundings {
  readonly http: Pick<Server, 'headersTimeout' | 'timeout' | 'keepAliveTimeout' | 'keepAliveTimeoutBuffer'>;
  readonly hot: HotReads;
  readonly handOver: Connected;
  readonly left: (connection: HotConnection) => void;
  readonly written: WrittenAnswers;
}

class HotConnection {
  readonly #socket: Socket;
  readonly #around: Surroundings;
  /** Memory is being brought up to date for a request. */
  #waiting = false;
  #stopping = false;
  /** The time-out that is set, in milliseconds. */
  #limit = 0;

  constructor(socket: Socket, around: Surroundings) {
    this.#socket = socket;
    this.#around = around;
    this.#limitTo(around.http.headersTimeout);
    this.#listen('on');
  }

  #listen(how: 'on' | 'off'): void {
    this.#socket[how]('data', this.#onData);
    this.#socket[how]('drain', this.#onDrain);
    this.#socket[how]('timeout', this.#onTimeout);
    this.#socket[how]('end', this.#onEnd);
    this.#socket[how]('error', this.#onError);
    this.#socket[how]('close', this.#onClose);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#stopping) return;
    const request = parsePlainRequest(chunk);
    const read = request && this.#around.hot.find(request.url);
    // Nor does a client get more from here while it does not take what it asked for: `node:http` knows how to
    // wait.
    if (!read || this.#socket.writableLength > 0) {
      this.#leave(chunk);
      return;
    }
    const refreshing = this.#around.hot.refreshing();
    if (refreshing === null) this.#answer(request, read);
    else void this.#answerAfter(refreshing, request, chunk);
  };

  /** All of an answer is taken: from now on the connection is idle. */
  readonly #onDrain = (): void => this.#limitTo(this.#idleMs);
  readonly #onTimeout = (): void => void this.#socket.destroy();
  readonly #onEnd = (): void => void this.#socket.end();
  /** The socket destroys itself. */
  readonly #onError = (): void => {};
  readonly #onClose = (): void => this.#around.left(this);

  /**
   * Lets the connection go. Nobody is cut: what is under way is finished, what waits is left to the router.
   */
  stop(): void {
    this.#stopping = true;
    if (!this.#waiting) this.#socket.destroySoon();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #answerAfter(refreshing: Promise<void>, request: PlainRequest, chunk: Buffer): Promise<void> {
    this.#waiting = true;
    this.#socket.pause();
    await refreshing;
    this.#waiting = false;
    if (this.#socket.destroyed) return;
    this.#socket.resume();
    const read = this.#around.hot.find(request.url);
    if (!read || this.#stopping) this.#leave(chunk);
    else this.#answer(request, read);
  }

  #answer({ method, acceptEncoding, ifNoneMatch }: PlainRequest, { body, counter }: HotRead): void {
    const { hot, http, written } = this.#around;
    const socket = this.#socket;
    const answer = readyAnswer(body, acceptEncoding, ifNoneMatch);
    if (method === 'HEAD') {
      socket.write(written.head(answer, hot.age()));
    } else {
      const [first, second] = written.whole(answer, hot.age());
      if (second) socket.cork();
      socket.write(first);
      if (second) {
        socket.write(second);
        socket.uncork();
      }
    }
    this.#limitTo(socket.writableLength > 0 ? http.timeout : this.#idleMs);
    counter.count(answer.status);
  }

  /** As long as `node:http` keeps an idle connection: a little longer than it says. */
  get #idleMs(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer = 0 } = this.#around.http;
    return keepAliveTimeout + keepAliveTimeoutBuffer;
  }

  #limitTo(milliseconds: number): void {
    // Setting it costs more than the comparison; what is sent and received starts it anew anyway.
    if (milliseconds === this.#limit) return;
    this.#limit = milliseconds;
    this.#socket.setTimeout(milliseconds);
  }

  #leave(chunk: Buffer): void {
    const socket = this.#socket;
    const { left, handOver } = this.#around;
    this.#listen('off');
    left(this);
    socket.setTimeout(0);
    handOver(socket);
    socket.emit('data', chunk);
  }
}
