import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the proxy does in place of passing a request on; true when it has answered. */
export type Trick = (asked: IncomingMessage, response: ServerResponse) => boolean;

/** A reverse proxy on loopback, in front of a service, that can be told to misbehave. */
export interface LyingProxy extends AsyncDisposable {
  readonly url: string;
  trick: Trick | null;
  /** Sets the trick until the end of the test. */
  misbehave(trick: Trick): void;
  /** Changes the body of what is passed on. */
  alter: ((body: Buffer, path: string) => Buffer) | null;
  /** `METHOD path status` of everything, in order; status 0 for what a trick has done. */
  readonly log: string[];
  /** Header values that came in with each request. */
  readonly keys: (string | undefined)[];
}

export async function startLyingProxy(target: string): Promise<LyingProxy> {
  const log: string[] = [];
  const keys: (string | undefined)[] = [];
  const server = createServer((asked, response) => {
    const { method = 'GET', url = '/', headers } = asked;
    keys.push(headers.apikey as string | undefined);
    if (proxy.trick?.(asked, response)) {
      log.push(`${method} ${url} 0`);
      return;
    }
    const passed = request(target + url, { method, headers, agent: false }, (answer) => {
      log.push(`${method} ${url} ${answer.statusCode}`);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('data', (piece: Buffer) => response.write(proxy.alter ? proxy.alter(piece, url) : piece));
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
    });
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: LyingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trick: null,
    alter: null,
    misbehave: (trick) => {
      proxy.trick = trick;
      onTestFinished(() => void Object.assign(proxy, { trick: null, alter: null }));
    },
    log,
    keys,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  return true;
}
