/** Proxies of others, with the configuration that `deploy/` has for them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { startNginx } from '../../support/nginx.ts';

/** Where the instances are that a configuration names. */
export interface BehindProxy {
  readonly 'primary-a:19800': string;
  readonly 'primary-b:19800': string;
  readonly 'replica:19800': string;
}

/** The configuration as it is shipped, but for the places where nothing of a container is. */
function shipped(file: string, behind: BehindProxy): string {
  let text = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
  for (const [name, origin] of Object.entries(behind)) text = text.replaceAll(name, new URL(origin).host);
  return text;
}

/** @returns its origin */
export async function startSiteOfNginx(
  stack: AsyncDisposableStack,
  behind: BehindProxy,
  { isLimited = false, isCached = false } = {},
): Promise<string> {
  const folder = temporaryFolder(stack);
  const site = shipped('nginx.conf', behind)
    .replace('/var/cache/modelref-reads', join(folder, 'reads'))
    .replace('"" off;', isCached ? '"" modelref_reads;' : '"" off;')
    // All clients of the tests have one address.
    .replace('rate=50r/s', isLimited ? 'rate=50r/s' : 'rate=100000r/s');
  const nginx = await startNginx(
    (port) => site.replace('listen 8080;', `listen 127.0.0.1:${port};`),
    folder,
    '/healthz',
  );
  stack.defer(() => nginx.stop());
  return nginx.url;
}

/** @returns its origin */
export async function startCaddy(stack: AsyncDisposableStack, behind: BehindProxy): Promise<string> {
  const folder = temporaryFolder(stack);
  const file = join(folder, 'Caddyfile');
  // Its own port for orders is a fixed one otherwise.
  const global = `{\n\tadmin off\n}\n`;
  writeFileSync(file, global + shipped('Caddyfile', behind));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, SITE_ADDRESS: origin },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  stack.defer(async () => {
    if (caddy.exitCode !== null) return;
    const gone = once(caddy, 'exit');
    caddy.kill('SIGKILL');
    await gone;
  });
  await untilAnswering(`${origin}/healthz`, caddy);
  return origin;
}

/** @throws Error when Caddy ends, or does not answer 200 within twenty seconds */
async function untilAnswering(url: string, caddy: ChildProcess): Promise<void> {
  const limit = AbortSignal.timeout(20_000);
  for (;;) {
    if (
      await fetch(url, { signal: limit }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (caddy.exitCode !== null) throw new Error(`Caddy ended with ${caddy.exitCode}`);
    if (limit.aborted) throw new Error(`Caddy does not answer at ${url}`);
    await pause(20);
  }
}

function temporaryFolder(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-proxy-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
