import type { Server as HttpServer, RequestListener, ServerOptions } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Server } from './node-http.ts';

const loopbackAddresses = ['127.0.0.1', '::1'];

/**
 * Makes the server listen on an address. `localhost` stands for both the IPv4 and the IPv6 address, because
 * Fastify listens on both only if it has created the server.
 *
 * @param localhost the addresses of `localhost`
 * @returns the first address with its port; the port is the same on all addresses
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  localhost: readonly string[] = loopbackAddresses,
): Promise<AddressInfo> {
  await server.listen({ host, port });
  const nodeServer = server.server;
  const firstAddress = nodeServer.address() as AddressInfo;
  if (host !== 'localhost') return firstAddress;
  for (const address of localhost) {
    if (address !== firstAddress.address) await listenFurther(nodeServer, address, firstAddress.port);
  }
  return firstAddress;
}

/**
 * Listens on a further address and passes its connections to the server, until the server closes. Does
 * nothing if this machine does not have the address, for example because IPv6 is disabled.
 */
async function listenFurther(nodeServer: HttpServer, host: string, port: number): Promise<void> {
  const options = { allowHalfOpen: true, noDelay: true };
  const forwardingServer = createServer(options, (socket) => nodeServer.emit('connection', socket));
  nodeServer.once('close', () => forwardingServer.close());
  await new Promise<void>((resolve) => {
    forwardingServer.on('error', (error) => {
      if (forwardingServer.listening) nodeServer.emit('error', error);
      else resolve();
    });
    forwardingServer.listen(port, host, resolve);
  });
}

/**
 * Logs connections that cannot be accepted, for example because the process has too many open files. Without
 * a listener, such an error would end the process. Errors of `listen` itself are not logged here, because
 * `listen` throws them.
 */
export function logAcceptErrors(server: FastifyInstance, logger: Pick<Logger, 'error'>): void {
  const nodeServer = server.server;
  nodeServer.on('error', (err) => {
    if (nodeServer.listening) logger.error({ err }, 'cannot accept a connection');
  });
}

/**
 * Adds `connection: close` to responses while the service stops, so that each connection ends with its response.
 * Otherwise a connection that becomes idle later would delay the stop. A proxy could also send another request on
 * such a connection, and the request would be lost.
 */
export function announceClosing(server: FastifyInstance): void {
  const nodeServer = server.server as GracefulServer;
  // Fastify runs this hook before it closes idle connections. The order of several such hooks does not
  // matter, because a connection whose response lacks `connection: close` is already idle when the idle ones
  // are closed.
  server.addHook('preClose', async () => nodeServer.announceStop());
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (nodeServer.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Interval, in milliseconds, at which sockets are checked for unsent data. */
const recheckMs = 20;

/**
 * `close` stops listening only after an event loop iteration shorter than this, in milliseconds. After a longer
 * one, connections may still wait in the operating system's queue.
 */
const maxIdleIterationMs = 0.05;

/**
 * Maximum number of iterations in which `close` waits for more connections. Without a limit, new connections
 * could prevent the service from stopping.
 */
const maxIterations = 2000;

/**
 * Server that closes idle connections only once the buffers of all sockets are empty. `node:http` considers a
 * connection idle as soon as the response is written. It then destroys the connection, even if part of the
 * response is still in the socket's buffer.
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

  /** Makes every further response close its connection. Requests are still served. */
  announceStop(): void {
    this.#stopping = true;
  }

  /**
   * Stops listening once all connections in the operating system's queue are accepted, because closing would
   * reset those that are still in the queue.
   */
  override close(callback?: (error?: Error) => void): this {
    const checkIteration = (iteration: number, acceptedBefore: number, startTime: number): void => {
      const now = performance.now();
      const isIdle = this.#accepted === acceptedBefore && now - startTime < maxIdleIterationMs;
      if (isIdle || iteration === maxIterations) super.close(callback);
      else setImmediate(checkIteration, iteration + 1, this.#accepted, now);
    };
    // The first iteration may come before the system was polled for new connections.
    setImmediate(() => setImmediate(checkIteration, 1, this.#accepted, performance.now()));
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
