import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy on loopback that may change what passes it. */
export interface ChangingProxy extends AsyncDisposable {
  readonly url: string;
  /** Changes an answer: its text, or all of it. Streams are changed piece by piece. */
  change: (path: string, text: string) => string | { readonly status: number; readonly text: string };
  /** The paths asked for so far. */
  readonly asked: string[];
}

/** @param target the port behind it */
export async function startChangingProxy(target: number): Promise<ChangingProxy> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = String(incoming.url);
    asked.push(path);
    const behind = request({ port: target, path, headers: incoming.headers }, (answer) => {
      const headers = { ...answer.headers };
      delete headers['content-length'];
      const send = (text: string, end: boolean): void => {
        const changed = proxy.change(path, text);
        const { status, text: shown } =
          typeof changed === 'string' ? { status: answer.statusCode ?? 500, text: changed } : changed;
        if (!outgoing.headersSent) outgoing.writeHead(status, status === answer.statusCode ? headers : {});
        outgoing.write(shown);
        if (end || typeof changed !== 'string') outgoing.end();
      };
      if (path.includes('/stream')) answer.on('data', (bytes) => send(String(bytes), false));
      else collect(answer, (text) => send(text, true));
      answer.on('error', () => outgoing.destroy());
    });
    behind.on('error', () => outgoing.destroy());
    outgoing.on('close', () => behind.destroy());
    behind.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ChangingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (_path, text) => text,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function collect(answer: NodeJS.ReadableStream, done: (text: string) => void): void {
  const pieces: Buffer[] = [];
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  answer.on('end', () => done(Buffer.concat(pieces).toString()));
}
