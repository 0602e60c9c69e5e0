import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Changed {
  readonly status: number;
  readonly text: string;
  /** The headers that replace those of the primary. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP proxy on loopback that may change what passes it. */
export interface ChangingProxy extends AsyncDisposable {
  readonly url: string;
  /** Changes an answer: its text, or all of it. Streams are changed piece by piece. */
  change: (path: string, text: string) => string | Changed;
  /** Headers of requests that the primary is not told. */
  hides: readonly string[];
  /** The paths asked for so far. */
  readonly asked: string[];
}

/** @param target the port behind it */
export async function startChangingProxy(target: number): Promise<ChangingProxy> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = String(incoming.url);
    asked.push(path);
    const headers = { ...incoming.headers };
    for (const name of proxy.hides) delete headers[name];
    const behind = request({ port: target, path, headers }, (answer) => {
      const given = { ...answer.headers };
      delete given['content-length'];
      const send = (text: string, end: boolean): void => {
        const changed = proxy.change(path, text);
        const isWhole = typeof changed !== 'string';
        const { status, text: shown } = isWhole
          ? changed
          : { status: answer.statusCode ?? 500, text: changed };
        if (!outgoing.headersSent) outgoing.writeHead(status, isWhole ? (changed.headers ?? {}) : given);
        outgoing.write(shown);
        if (end || isWhole) outgoing.end();
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
    hides: [],
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
