import type { RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { GracefulServer } from '../../../serving/closing.ts';
import { HotConnection } from './hot-connection.ts';
import type { HotReads } from './hot-reads.ts';
import { WrittenAnswers } from './written-answers.ts';

/**
 * A server of `node:http` whose connections begin as hot connections. One that asks for anything but hot
 * reads is passed on with the event `connection`, the documented way to give a connection to such a server.
 */
export class HotReadServer extends GracefulServer {
  readonly #connections = new Set<HotConnection>();
  readonly #hot: HotReads;
  readonly #written: WrittenAnswers;
  #stopping = false;

  constructor(options: ServerOptions, listener: RequestListener, hot: HotReads) {
    super(options, listener);
    this.#hot = hot;
    this.#written = new WrittenAnswers(this.keepAliveTimeout);
  }

  /** New connections, from the network or from the supervisor of several workers, are announced by this. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'connection' || this.#stopping) return super.emit(event, ...values);
    const connection = new HotConnection(values[0] as Socket, {
      server: this,
      hot: this.#hot,
      written: this.#written,
      isStopping: () => this.#stopping,
      gone: () => this.#connections.delete(connection),
      passOn: (socket) => super.emit('connection', socket),
    });
    this.#connections.add(connection);
    return true;
  }

  override close(callback?: (error?: Error) => void): this {
    this.#stopping = true;
    return super.close(callback);
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const connection of this.#connections) connection.closeIfIdle();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const connection of this.#connections) connection.destroy();
  }
}
