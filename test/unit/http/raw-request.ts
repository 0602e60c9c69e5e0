import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends bytes as they are over a socket of its own: what `inject` and HTTP clients would tidy up first. */
export async function sendRaw(server: FastifyInstance, bytes: string): Promise<RawAnswer> {
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The server may refuse the request before it has read all of it.
  socket.on('error', () => {});
  socket.write(bytes);
  // `once` of node:events would throw that error.
  await new Promise((resolve) => socket.once('close', resolve));
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: rest.join('\r\n\r\n'),
  };
}

/** A GET whose path goes over the wire exactly as given. */
export function getRaw(server: FastifyInstance, path: string, headers = ''): Promise<RawAnswer> {
  return sendRaw(server, `GET ${path} HTTP/1.1\r\nhost: registry\r\nconnection: close\r\n${headers}\r\n`);
}
