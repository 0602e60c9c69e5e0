import { connect, type Socket } from 'node:net';
import { keys } from '../../support/identity-server.ts';

const host = 'Host: x\r\n';
/** The ways of holding a connection for as long as the service lets one: what is sent first, and then again and again. */
const kinds = {
  silent: ['', ''],
  headers: [`GET /api/heartbeat HTTP/1.1\r\n${host}`, 'X-a: b\r\n'],
  body: [
    `POST /api/model_references/v2/clip HTTP/1.1\r\n${host}apikey: ${keys.requestor}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":"`,
    'x',
  ],
  // As many answers as fill every buffer on the way; none is read.
  reader: [`GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(50), ''],
} as const;
type Slowness = keyof typeof kinds;

/**
 * Opens sockets that are slow, in turn in each of the ways. Resolves when each is connected and has sent its
 * beginning. They are closed when the result is disposed of.
 *
 * @param dripMs the milliseconds between the bytes of one socket
 */
export async function openSlowSockets(
  port: number,
  count: number,
  dripMs: number,
  ways: readonly Slowness[] = ['silent', 'headers', 'body', 'reader'],
): Promise<Disposable> {
  const sockets = new Map<Socket, string>();
  const open = (kind: Slowness) =>
    new Promise<void>((resolve) => {
      const [beginning, drip] = kinds[kind];
      const socket = connect(port, '127.0.0.1', () => socket.write(beginning, () => resolve()));
      sockets.set(socket, drip);
      if (kind === 'reader') socket.pause();
      else socket.resume();
      // One that is not read does not tell of its end; a reset does.
      socket.on('error', () => resolve());
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
      });
    });
  await Promise.all(Array.from({ length: count }, (_, i) => open(ways[i % ways.length] as Slowness)));
  const dripping = setInterval(() => {
    for (const [socket, drip] of sockets) if (socket.writable && drip !== '') socket.write(drip);
  }, dripMs);
  return {
    [Symbol.dispose]: () => {
      clearInterval(dripping);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}
