import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Proxy to a server on this machine. The proxy can go silent, as does a host whose packets are dropped. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Stops passing data on in either direction, and answers no new connection. */
  goSilent(): void;
  /** Passes data on again, including the data that came while the proxy was silent. */
  goOn(): void;
}

export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;
  const server = createServer((client) => {
    const target = connect(toPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [target, client] as const]) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
      if (silent) from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const all = () => [...pairs].flat();
  return {
    port: (server.address() as AddressInfo).port,
    goSilent() {
      silent = true;
      for (const socket of all()) socket.pause();
    },
    goOn() {
      silent = false;
      for (const socket of all()) socket.resume();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of all()) socket.destroy();
    },
  };
}
