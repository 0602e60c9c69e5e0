/**
 * nginx as a yardstick: one process on a loopback port that serves one body as a file. It is an ordinary
 * child process with a configuration and folders of its own; nothing of an installed nginx service is read or
 * touched. Debian: `apt-get install nginx`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../test/support/free-port.ts';

/** What is to be sent, and under which path (encoded, without a query). */
export interface ServedFile {
  readonly path: string;
  readonly body: Buffer;
  /** Of the answer; nginx makes the ETag by itself. */
  readonly headers: Readonly<Record<string, string>>;
}

export async function hasNginx(): Promise<boolean> {
  try {
    await promisify(execFile)('nginx', ['-v']);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when it answers; rejects when it ends first. */
export async function startNginx(
  file: ServedFile,
  directory: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const home = join(directory, 'nginx');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  writeFileSync(join(home, 'body'), file.body);
  const configuration = join(home, 'nginx.conf');
  writeFileSync(configuration, configurationOf(file, home, port));
  const child = spawn('nginx', ['-p', home, '-c', configuration, '-e', join(home, 'error.log')], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url + file.path, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || tries > 400) {
      child.kill('SIGKILL');
      throw new Error(
        `nginx does not serve ${file.path} (${answer?.status ?? 'no answer'}); see ${home}/error.log`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

/**
 * As nginx is at its best for files: sent by the kernel, kept open, nothing logged, connections kept as long
 * as the client wants.
 */
function configurationOf({ path, headers }: ServedFile, home: string, port: number): string {
  const { 'content-type': contentType = '', etag: _, ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${quoted(join(home, kind))};`,
  );
  return `
daemon off;
master_process off;
pid ${quoted(join(home, 'nginx.pid'))};
events { worker_connections 1024; }
http {
  ${folders.join('\n  ')}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=60s;
  types {}
  default_type ${quoted(contentType)};
  server {
    listen 127.0.0.1:${port};
    location = ${quoted(decodeURIComponent(path))} {
      alias ${quoted(join(home, 'body'))};
      ${added.join('\n      ')}
    }
  }
}
`;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
