import { type RequestListener, Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * While the service stops, requests under way are answered in full, and their connections end with that.
 * Otherwise these connections would be idle only after the server has let go of all that were, and hold the
 * stop up.
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
 * `node:http` takes a connection for idle as soon as its answer is written, and destroys it although the
 * client may have taken only part of what was written. This server closes idle connections when nothing is
 * left to be sent on any: it has to wait for the slowest of them anyway.
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
