/**
 * Serves the service and the console under one address for development: the console's dev server passes API
 * requests on to the service. A change under `src` restarts the service; a change under `console` appears in
 * the browser at once. The data is the demo's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, type Plugin } from 'vite';
import { demoAccounts } from '../src/app/demo/identity-service.ts';
import { freePort } from '../test/support/free-port.ts';

const port = Number(process.env.MODELREF_PORT || 19_800);
const servicePort = await freePort();
const servicePaths = ['/api', '/healthz', '/readyz', '/metrics'];
const sources = resolve('src');

let started: Promise<void>;
let service = startService();

const waitForService: Plugin = {
  name: 'modelref:wait-for-service',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (servicePaths.some((path) => request.url?.startsWith(path))) started.then(() => next());
      else next();
    });
  },
};

const server = await createServer({
  configFile: 'console/vite.config.ts',
  logLevel: 'warn',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(servicePaths.map((path) => [path, `http://127.0.0.1:${servicePort}`])),
  },
  plugins: [waitForService],
});
await server.listen();

let restart: NodeJS.Timeout | undefined;
let restarts = Promise.resolve();
server.watcher.add(sources).on('all', (_event, path) => {
  if (!path.startsWith(sources)) return;
  // An editor or a branch switch changes many files at once.
  clearTimeout(restart);
  restart = setTimeout(() => {
    restarts = restarts.then(restartService);
  }, 100);
});

const origin = `http://127.0.0.1:${port}`;
console.log(`
  console   ${origin}/          reloads what you change under console/
  API       ${origin}/api       starts anew when you change something under src/
  docs      ${origin}/api/docs
  keys      ${demoAccounts.map(({ key }) => key).join(', ')}  (header apikey)

Stop it with Ctrl+C.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    clearTimeout(restart);
    await Promise.all([stopService(), server.close()]);
    process.exit();
  });
}

function startService(): ChildProcess {
  const environment = { MODELREF_PORT: String(servicePort), MODELREF_BASE_PATH: '/api' };
  const child = spawn(process.execPath, ['src/main.ts', 'demo'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve: done } = Promise.withResolvers<void>();
  started = promise;
  // The demo's welcome names the port behind ours: only the start and the log are passed on.
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('registry is running')) {
      console.log('The service has started.');
      done();
    } else if (line.startsWith('{')) console.log(line);
  });
  child.once('exit', (code) => {
    if (code) console.log('The service has failed (above). It starts anew after the next change.');
    done();
  });
  return child;
}

async function restartService(): Promise<void> {
  const stopped = stopService();
  started = stopped;
  await stopped;
  service = startService();
}

async function stopService(): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill();
  await ended;
}
