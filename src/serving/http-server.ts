import type { Server as HttpServer, RequestListener, ServerOptions } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Server } from './node-http.ts';

const loopback = ['127.0.0.1', '::1'];

/**
 * Makes the server listen on an address. `localhost` means both the IPv4 and the IPv6 address; Fastify itself
 * listens on both only for servers that it has made.
 *
 * @param localhost the addresses of `localhost`
 * @returns the first address, with the port; the port is the same on all addresses
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  localhost: readonly string[] = loopback,
): Promise<AddressInfo> {
  await server.listen({ host, port });
  const http = server.server;
  const first = http.address() as AddressInfo;
  if (host !== 'localhost') return first;
  for (const address of localhost) {
    if (address !== first.address) await passConnectionsOn(http, address, first.port);
  }
  return first;
}

/**
 * Listens on a further address and hands its connections to the server, until the server closes. Does nothing
 * if this machine does not have the address, for example because IPv6 is off.
 */
async function passConnectionsOn(http: HttpServer, host: string, port: number): Promise<void> {
  const options = { allowHalfOpen: true, noDelay: true };
  const further = createServer(options, (socket) => http.emit('connection', socket));
  http.once('close', () => further.close());
  await new Promise<void>((resolve) => {
    further.on('error', (error) => {
      if (further.listening) http.emit('error', error);
      else resolve();
    });
    further.listen(port, host, resolve);
  });
}

/**
 * Logs connections that cannot be accepted, as when the process may open no more files. Without a listener,
 * such an error would end the process. Errors of `listen` itself are thrown there.
 */
export function logAcceptErrors(server: FastifyInstance, logger: Pick<Logger, 'error'>): void {
  const http = server.server;
  http.on('error', (err) => {
    if (http.listening) logger.error({ err }, 'cannot accept a connection');
  });
}

/**
 * Adds `connection: close` to answers while the service stops, so that each connection ends with its answer.
 * Otherwise a connection could become idle after the server has closed the idle ones, and delay the stop. A
 * proxy could also send its next request on that connection, and lose the request.
 */
export function announceClosing(server: FastifyInstance): void {
  const http = server.server as GracefulServer;
  // Fastify runs this before it closes idle connections. Its order among such hooks does not matter: a
  // connection that was not announced yet is idle when idle ones are closed.
  server.addHook('preClose', async () => http.announceStop());
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (http.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Pause between two checks whether sockets are still sending, in milliseconds. */
const recheckMs = 20;

/**
 * Longest turn of the event loop after which `close` stops listening, in milliseconds. What connects during the
 * turn waits in the operating system's queue.
 */
const shortTurnMs = 0.05;

/**
 * Largest number of turns in which `close` waits for more connections. Without a limit, new
 * connections could keep the service from stopping.
 */
const maxTurns = 2000;

/**
 * Server that closes idle connections only once the buffers of all sockets are empty. `node:http` regards a
 * connection as idle as soon as its answer is written, and destroys it although part of the answer may still
 * be in the socket's buffer.
 */
export class GracefulServer extends Server {
  readonly #sockets = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;
  #accepted = 0;

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Makes each further answer end its connection. Requests are still answered. */
  announceStop(): void {
    this.#stopping = true;
  }

  /**
   * Stops listening once the connections in the operating system's queue are accepted: closing resets
   * connections that were not accepted.
   */
  override close(callback?: (error?: Error) => void): this {
    const afterTurn = (turn: number, before: number, began: number): void => {
      const now = performance.now();
      const quiet = this.#accepted === before && now - began < shortTurnMs;
      if (quiet || turn === maxTurns) super.close(callback);
      else setImmediate(afterTurn, turn + 1, this.#accepted, now);
    };
    // The first turn may come before the system was asked for new connections.
    setImmediate(() => setImmediate(afterTurn, 1, this.#accepted, performance.now()));
    return this;
  }

  override closeIdleConnections(): void {
    clearTimeout(this.#timer);
    // Gives newly accepted connections time to send their first request.
    if (this.listening || this.#isSending()) {
      this.#timer = setTimeout(() => this.closeIdleConnections(), recheckMs);
    } else this.closeIdleNow();
  }

  protected closeIdleNow(): void {
    super.closeIdleConnections();
  }

  #isSending(): boolean {
    for (const { writableLength } of this.#sockets) if (writableLength > 0) return true;
    return false;
  }
}
