import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BareRoutes } from './bare-server.ts';
import type { Sent } from './raw-get.ts';

/**
 * Starts a bare `node:http` server as a process of its own. `answers` are the answers that it sends, by
 * path.
 */
export async function startBareServer(
  answers: Readonly<Record<string, Sent>>,
  directory: string,
): Promise<{ url: string; pid: number; stop(): void }> {
  const routes: BareRoutes = {};
  for (const [path, { body, headers }] of Object.entries(answers)) {
    routes[path] = { body: body.toString('base64'), headers };
  }
  const file = join(directory, 'bare-routes.json');
  writeFileSync(file, JSON.stringify(routes));
  const child = spawn(process.execPath, ['bench/bare-server.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${line.split(' ')[1]}`,
    pid: child.pid ?? 0,
    stop: () => child.kill('SIGKILL'),
  };
}
