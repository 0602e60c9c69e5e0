import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback that cuts connections when it is told to. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** While true, connections are refused by being cut at once. */
  away: boolean;
  /**
   * Cuts all connections when the next bytes come from the server, behind this share of them. Resolves when
   * that has happened.
   */
  cutWithin(share: number): Promise<void>;
  /** Cuts all connections now. */
  cut(): void;
}

/** @param target the port behind it */
export async function startCuttingProxy(target: () => number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let armed: { share: number; done: () => void } | null = null;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (proxy.away) return client.destroy();
    const behind = connect(target(), '127.0.0.1');
    keep(behind);
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
    client.pipe(behind);
    behind.on('data', (bytes: Buffer) => {
      if (!armed) return client.write(bytes);
      const { share, done } = armed;
      armed = null;
      client.write(bytes.subarray(0, Math.floor(bytes.length * share)));
      setImmediate(() => {
        cut();
        done();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away: false,
    cut,
    cutWithin: (share) =>
      new Promise((resolve) => {
        armed = { share, done: resolve };
      }),
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
