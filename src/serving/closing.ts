import { type RequestListener, Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * While the service stops, answers carry `connection: close`, so that their connections end with them.
 * Otherwise these connections would become idle only after the server has closed all idle ones, and delay the
 * stop.
 */
export function announceClosing(server: FastifyInstance): void {
  let stopping = false;
  // Fastify runs this before it closes idle connections. Where among such hooks it runs does not matter: a
  // connection that was not told yet is idle by the time idle ones are closed.
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** In milliseconds. */
const lookAgainAfterMs = 20;

/**
 * `node:http` takes a connection for idle as soon as its answer is written, and destroys it although part of
 * the answer may still be in the socket's buffer. This server closes idle connections only once all buffers
 * are empty: it has to wait for the slowest client anyway.
 */
export class GracefulServer extends Server {
  readonly #sockets = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  override closeIdleConnections(): void {
    clearTimeout(this.#timer);
    if (this.#isSending()) this.#timer = setTimeout(() => this.closeIdleConnections(), lookAgainAfterMs);
    else super.closeIdleConnections();
  }

  #isSending(): boolean {
    for (const { writableLength } of this.#sockets) if (writableLength > 0) return true;
    return false;
  }
}
