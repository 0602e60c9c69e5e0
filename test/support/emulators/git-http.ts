import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';

/** Serves a bare repository over HTTP with git's own CGI program, `git http-backend`. */
export function serveGit(
  repository: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '/', 'http://host');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '*',
      PATH_INFO: `/${basename(repository)}${path}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'somebody',
    },
  });
  backend.stdin.on('error', () => {});
  request.pipe(backend.stdin);
  const out: Buffer[] = [];
  backend.stdout.on('data', (piece: Buffer) => out.push(piece));
  backend.on('close', () => {
    const all = Buffer.concat(out);
    const split = all.indexOf('\r\n\r\n');
    const headers = all.subarray(0, split).toString('latin1').split('\r\n');
    let status = 200;
    for (const line of headers) {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      if (name === 'Status') status = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    response.writeHead(status).end(all.subarray(split + 4));
  });
}
