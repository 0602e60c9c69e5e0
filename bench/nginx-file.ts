/** Starts nginx as a yardstick for the load runs: nginx serves the body of one answer as a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { quotedString, type RunningNginx, startNginx } from '../test/support/nginx.ts';

/** An answer of the service: the bytes as they were sent, still compressed, and those headers that nginx sends too. */
export interface Sent {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const kept = ['content-type', 'etag', 'cache-control', 'vary', 'content-encoding'];

/**
 * Sends a GET request and gives the answer still compressed (`fetch` would decompress it). Rejects when
 * there is no answer, or when its status is not 200.
 */
export function rawGet(url: string, headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        const sent = Object.entries(response.headers).filter(([name]) => kept.includes(name));
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(sent) as Record<string, string> });
      });
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Starts an nginx that serves this one answer at `path`, which is encoded and has no query; writes its files
 * into `directory`. Resolves when nginx answers. Rejects when nginx ends before that.
 */
export function serveFile(path: string, { body, headers }: Sent, directory: string): Promise<RunningNginx> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'body-of-nginx');
  writeFileSync(file, body);
  // nginx makes the ETag by itself.
  const { 'content-type': contentType = '', etag: _, ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quotedString(value)};`);
  // nginx is fastest so: the kernel sends the file, which stays open, as do connections.
  const configuration = (port: number) => `
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s;
  types {}
  default_type ${quotedString(contentType)};
  server {
    listen 127.0.0.1:${port};
    location = ${quotedString(decodeURIComponent(path))} {
      alias ${quotedString(file)};
      ${added.join('\n      ')}
    }
  }`;
  return startNginx(configuration, directory, path);
}
