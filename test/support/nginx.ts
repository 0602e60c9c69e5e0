/**
 * Runs nginx as an ordinary child process with a configuration and folders of its own; nothing of an
 * installed nginx service is read or touched. Debian: `apt-get install nginx`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

export async function hasNginx(): Promise<boolean> {
  try {
    await promisify(execFile)('nginx', ['-v']);
    return true;
  } catch {
    return false;
  }
}

export interface RunningNginx {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts nginx as one process on a loopback port. Resolves when `path` answers 200. Rejects when nginx ends
 * before that.
 *
 * @param configurationOf returns the content of the `http` block; its argument is the port to listen on
 */
export async function startNginx(
  configurationOf: (port: number) => string,
  directory: string,
  path: string,
): Promise<RunningNginx> {
  const home = join(directory, 'nginx');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const configuration = join(home, 'nginx.conf');
  writeFileSync(configuration, wholeConfiguration(configurationOf(port), home));
  const child = spawn('nginx', ['-p', home, '-c', configuration, '-e', join(home, 'error.log')], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url + path, { method: 'HEAD' }).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || tries > 400) {
      child.kill('SIGKILL');
      throw new Error(
        `nginx does not serve ${path} (${answer?.status ?? 'no answer'}); see ${home}/error.log`,
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

function wholeConfiguration(http: string, home: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${quotedString(join(home, kind))};`,
  );
  return `
daemon off;
master_process off;
pid ${quotedString(join(home, 'nginx.pid'))};
events { worker_connections 1024; }
http {
  ${folders.join('\n  ')}
  access_log off;
  ${http}
}
`;
}

export function quotedString(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
