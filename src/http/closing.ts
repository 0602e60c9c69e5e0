import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** While the service stops, requests under way are answered in full, and their connections end with that. */
export function finishBeforeClosing(server: FastifyInstance): void {
  sayThatConnectionsClose(server);
  sendAllBeforeClosing(server.server);
}

/**
 * Otherwise these connections would be idle only after the server has let go of all that were, and hold the
 * stop up.
 */
function sayThatConnectionsClose(server: FastifyInstance): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * `node:http` takes a connection for idle as soon as its answer is written, and destroys it although the
 * client may have taken only part of what was written: such connections are closed when it has all.
 */
function sendAllBeforeClosing(http: Pick<Server, 'on' | 'closeIdleConnections'>): void {
  const sockets = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = http.closeIdleConnections.bind(http);
  http.closeIdleConnections = () => {
    const sending = [...sockets].filter((socket) => socket.writableLength > 0);
    for (const socket of sending) {
      const { destroy } = socket;
      socket.destroy = () => {
        socket.destroy = destroy;
        socket.destroySoon();
        return socket;
      };
    }
    closeIdle();
    for (const socket of sending) Reflect.deleteProperty(socket, 'destroy');
  };
}
