import { connect, type Socket } from 'node:net';
import { keys } from '../../support/identity-server.ts';

/** The ways of holding a connection for as long as the service lets one. */
export type Slowness = 'silent' | 'headers' | 'body' | 'reader';

const host = 'Host: x\r\n';
const beginnings: Readonly<Record<Slowness, string>> = {
  silent: '',
  headers: `GET /api/heartbeat HTTP/1.1\r\n${host}`,
  body: `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}apikey: ${keys.requestor}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":"`,
  // As many answers as fill every buffer on the way; none is read.
  reader: `GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(50),
};
const drips: Readonly<Record<Slowness, string>> = {
  silent: '',
  headers: 'X-a: b\r\n',
  body: 'x',
  reader: '',
};

/** Opens sockets that are slow in turn in each way. They are closed when this is disposed of. */
export class SlowSockets implements Disposable {
  /** The number of sockets that the service has closed so far. */
  readonly closed: Record<Slowness, number> = { silent: 0, headers: 0, body: 0, reader: 0 };
  readonly opened: Record<Slowness, number> = { silent: 0, headers: 0, body: 0, reader: 0 };
  readonly #sockets = new Set<Socket>();
  readonly #drip: NodeJS.Timeout;
  readonly #kinds = new Map<Socket, Slowness>();

  /** @param dripMs the milliseconds between the bytes of one socket */
  constructor(dripMs: number) {
    this.#drip = setInterval(() => {
      for (const [socket, kind] of this.#kinds)
        if (socket.writable && drips[kind] !== '') socket.write(drips[kind]);
    }, dripMs);
  }

  /** Opens `count` sockets; resolves when each is connected and has sent its beginning. */
  async open(
    port: number,
    count: number,
    kinds: readonly Slowness[] = ['silent', 'headers', 'body', 'reader'],
  ): Promise<void> {
    const open = (kind: Slowness) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(beginnings[kind], () => resolve()));
        this.#sockets.add(socket);
        this.#kinds.set(socket, kind);
        this.opened[kind] += 1;
        if (kind === 'reader') socket.pause();
        else socket.resume();
        // One that is not read does not tell of its end; a reset does.
        socket.on('error', () => resolve());
        socket.on('close', () => {
          if (!this.#sockets.delete(socket)) return;
          this.#kinds.delete(socket);
          this.closed[kind] += 1;
          resolve();
        });
      });
    await Promise.all(Array.from({ length: count }, (_, i) => open(kinds[i % kinds.length] as Slowness)));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#drip);
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const socket of sockets) socket.destroy();
  }
}
