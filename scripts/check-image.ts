/**
 * Checks the container image without a container engine: runs the service as `deploy/Dockerfile` describes
 * it. Run `npm run build` before `node scripts/check-image.ts`. The service gets the environment, the entry
 * point, the health check and the files of the image. Its packages are those of the checkout. It can write
 * only to the volume. When started as root, the script runs the service as a user that is not in
 * `/etc/passwd`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';

const root = join(import.meta.dirname, '..');
const unknownUser = 54_321;
const port = await freePort();

const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const image = text.split(/^FROM /m).at(-1) ?? '';
const words = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction}\\b[^[\\n]*(\\[.*\\])$`, 'm').exec(image)?.[1] ?? '[]');
const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm)];
const [, variables = ''] = /^ENV (.*)$/m.exec(image) ?? [];

const folder = mkdtempSync(join(tmpdir(), 'modelref-image-'));
const [app, data] = [join(folder, 'app'), join(folder, 'data')];
let service: ChildProcess | undefined;
try {
  mkdirSync(data);
  for (const [, from = '', to = ''] of copied) {
    mkdirSync(dirname(join(app, to)), { recursive: true });
    if (from === 'node_modules') symlinkSync(join(root, from), join(app, to));
    else cpSync(join(root, from), join(app, to), { recursive: true });
  }
  // What the Dockerfile does by `ln`: the default folder for data is the volume.
  symlinkSync(data, join(app, 'data'));
  chmodSync(folder, 0o755);
  chmodSync(data, 0o1777);
  for (const path of readdirSync(app, { recursive: true, withFileTypes: true })) {
    if (path.isDirectory()) chmodSync(join(path.parentPath, path.name), 0o555);
  }
  chmodSync(app, 0o555);

  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ...Object.fromEntries(
      variables
        .trim()
        .split(/\s+/)
        .map((each) => each.split('=', 2)),
    ),
    MODELREF_HOST: '127.0.0.1',
    MODELREF_PORT: String(port),
    MODELREF_DATABASE_URL: `sqlite:${join(data, 'registry.db')}`,
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    // Nobody listens there.
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_STOP_DELAY_SECONDS: '0',
  };
  const runAs = { cwd: app, env: environment, stdio: 'inherit', ...someUser(environment) } as const;
  const health = () => {
    const [program = '', ...rest] = words('HEALTHCHECK');
    return spawnSync(program, rest, runAs).status;
  };

  expect('the health check before the start', health(), 1);
  const [program = '', ...rest] = [...words('ENTRYPOINT'), ...words('CMD')];
  service = spawn(program, rest, { ...runAs, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(service, 'exit');
  for (
    let tries = 0;
    tries < 600 && service.exitCode === null && (await statusOf('/healthz')) !== 200;
    tries += 1
  ) {
    await pause(100);
  }
  expect('the health check', health(), 0);
  for (const path of [
    '/',
    '/healthz',
    '/api/openapi.json',
    '/api/docs/swagger-ui-bundle.js',
    '/api/redoc/openapi-explorer.js',
  ]) {
    expect(path, await statusOf(path), 200);
  }
  service.kill('SIGTERM');
  expect('the exit code', (await ended)[0], 0);
  expect('the volume', readdirSync(data).sort().join(' '), 'registry.db registry.db.audit-key');
} finally {
  service?.kill('SIGKILL');
  for (const path of [app, ...readdirSync(app, { recursive: true, withFileTypes: true })]) {
    if (typeof path === 'string') chmodSync(path, 0o755);
    else if (path.isDirectory()) chmodSync(join(path.parentPath, path.name), 0o755);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns the ids of a user and group that are not in `/etc/passwd`, for the service to run under. Returns an
 * empty object when the script does not run as root, or when that user could not read the checkout.
 */
function someUser(env: NodeJS.ProcessEnv): { uid?: number; gid?: number } {
  const other = { uid: unknownUser, gid: unknownUser };
  if (process.getuid?.() !== 0) return {};
  const manifest = join(root, 'package.json');
  const reads = spawnSync('node', ['-e', `require(${JSON.stringify(manifest)})`], { env, ...other });
  if (reads.status === 0) return other;
  console.log('Others may not read the checkout: the image runs as root here.');
  return {};
}

async function statusOf(path: string): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

function expect(what: string, found: unknown, wanted: unknown): void {
  console.log(`${found === wanted ? 'ok  ' : 'WRONG'} ${what}: ${found}`);
  if (found !== wanted) process.exitCode = 1;
}
