/** Starts nginx as a yardstick for the load runs: nginx serves the body of one answer as a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoted, type RunningNginx, startNginx } from './nginx.ts';

/** The one answer that nginx serves. `path` is encoded and has no query. */
interface ServedFile {
  readonly path: string;
  readonly body: Buffer;
  /** The headers of the answer; nginx makes the ETag by itself. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Starts an nginx that serves this one answer; writes its files into `directory`. Resolves when nginx
 * answers. Rejects when nginx ends before that.
 */
export function serveFile(file: ServedFile, directory: string): Promise<RunningNginx> {
  mkdirSync(directory, { recursive: true });
  const body = join(directory, 'body-of-nginx');
  writeFileSync(body, file.body);
  return startNginx((port) => configurationOf(file, body, port), directory, file.path);
}

/**
 * Gives the configuration with which nginx serves files fastest: the kernel sends the file, nginx keeps it
 * open and logs nothing, and connections stay open as long as the client wants.
 */
function configurationOf({ path, headers }: ServedFile, body: string, port: number): string {
  const { 'content-type': contentType = '', etag: _, ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  return `
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s;
  types {}
  default_type ${quoted(contentType)};
  server {
    listen 127.0.0.1:${port};
    location = ${quoted(decodeURIComponent(path))} {
      alias ${quoted(body)};
      ${added.join('\n      ')}
    }
  }`;
}
