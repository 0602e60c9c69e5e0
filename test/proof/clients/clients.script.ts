/**
 * npm run proof -- clients
 *
 * Sends foreign clients (curl, Python, axios, generated ones, a browser …) through the same steps on every
 * way to run the service: one process, workers, a replica, instances on PostgreSQL, nginx and Caddy with the
 * configuration of `deploy/`. Prints the number of steps that went as expected, client by deployment. Names
 * what is not installed, and leaves it out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caddyIsMissing, nginxIsMissing } from '../../clients/deployments/installed.ts';

const folder = mkdtempSync(join(tmpdir(), 'modelref-clients-'));
const table = join(folder, 'table.md');
try {
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/clients/foreign-clients.test.ts'], {
    env: { ...process.env, CLIENTS_ON: 'all', CLIENTS_TABLE: table },
    stdio: 'inherit',
  });
  if (existsSync(table)) console.log(readFileSync(table, 'utf8'));
  const missing = [nginxIsMissing, caddyIsMissing].filter((one) => one !== null);
  const said = missing.length === 0 ? '' : `; ${missing.join(', ')} (Debian: apt-get install nginx caddy)`;
  console.log(`${status === 0 ? 'every client got what it has to on every deployment' : 'not shown'}${said}`);
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
