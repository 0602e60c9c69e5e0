import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** An HTTP or HTTPS server on loopback that stands for a remote host and records its requests. */
export interface RemoteHost extends AsyncDisposable {
  readonly port: number;
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** Number of connections so far. */
  readonly connections: () => number;
}

const fixture = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');

/** A self-signed certificate for `hub.test`, `cdn.test` and `*.example.test`. */
export const testCertificate = fixture('certificate.pem');

export async function startRemoteHost(
  answer: RequestListener,
  { tls = false }: { tls?: boolean } = {},
): Promise<RemoteHost> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = tls
    ? createTlsServer({ cert: testCertificate, key: fixture('key.pem') }, listener)
    : createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
