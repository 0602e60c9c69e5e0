import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

const loopback = ['127.0.0.1', '::1'];

/**
 * Listens on an address. `localhost` is two of them, IPv4 and IPv6: Fastify sees to that only for servers
 * that it makes itself.
 *
 * @param localhost what `localhost` is
 * @returns the first address, with the port that all of them have
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

/** Until that server closes. Resolves without effect where there is no such address: IPv6 may be off. */
async function passConnectionsOn(http: Server, host: string, port: number): Promise<void> {
  const options = { allowHalfOpen: true, noDelay: true };
  const further = createServer(options, (socket) => http.emit('connection', socket));
  http.once('close', () => further.close());
  await new Promise<void>((resolve) => {
    further.once('error', () => resolve());
    further.listen(port, host, resolve);
  });
}
