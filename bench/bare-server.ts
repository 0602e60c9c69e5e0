/**
 * The yardstick of the load runs: a bare `node:http` server that only sends prepared bytes. It runs as a
 * process of its own, reads its routes as JSON from the file named on the command line, and prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The prepared answers, by path; `body` is base64. When a request's If-None-Match holds the ETag of the
 * answer, the server sends 304 with the headers that a 304 has to carry.
 */
export type BareRoutes = Record<string, { body: string; headers: Record<string, string> }>;

const alsoUnchanged = ['cache-control', 'vary', 'etag'];

const [file] = process.argv.slice(2);
if (file) {
  const routes = JSON.parse(readFileSync(file, 'utf8')) as BareRoutes;
  const ready = new Map(
    Object.entries(routes).map(([path, route]) => {
      const body = Buffer.from(route.body, 'base64');
      const headers = { ...route.headers, 'content-length': body.length };
      const unchanged = Object.fromEntries(
        Object.entries(route.headers).filter(([name]) => alsoUnchanged.includes(name)),
      );
      return [path, { body, headers, unchanged, etag: route.headers.etag }];
    }),
  );
  const server = createServer((request, response) => {
    const route = ready.get(request.url ?? '');
    if (!route) {
      response.writeHead(404).end();
    } else if (route.etag && request.headers['if-none-match'] === route.etag) {
      response.writeHead(304, route.unchanged).end();
    } else {
      response.writeHead(200, route.headers);
      response.end(route.body);
    }
  });
  server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
}
