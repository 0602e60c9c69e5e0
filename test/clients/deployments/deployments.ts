import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startIdentityServer } from '../../support/identity-server.ts';
import { makeDatabase } from '../../support/make-database.ts';
import { temporaryDirectory } from '../../support/service-process.ts';
import type { Deployment, Served } from './deployment.ts';
import { caddyIsMissing, nginxIsMissing } from './installed.ts';
import { startCaddy, startSiteOfNginx } from './proxies.ts';
import { fill, startRegistry } from './registry-process.ts';
import { untilTheSame } from './until-the-same.ts';

type Start = (
  stack: AsyncDisposableStack,
  identity: string,
  models: readonly string[],
) => Promise<Served['origins']>;

/** Whatever was put on the stack is gone when the deployment is. */
const serve =
  (start: Start): Deployment['serve'] =>
  async (models) => {
    await using stack = new AsyncDisposableStack();
    const identity = await startIdentityServer();
    stack.defer(() => identity.close());
    const origins = await start(stack, identity.url, models);
    const all = stack.move();
    return { origins, [Symbol.asyncDispose]: () => all.disposeAsync() };
  };

async function startReplica(stack: AsyncDisposableStack, identity: string, primary: string): Promise<string> {
  const copy = await startRegistry(stack, identity, {
    MODELREF_REPLICATE_MODE: 'REPLICA',
    MODELREF_PRIMARY_API_URL: `${primary}/api`,
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
    MODELREF_TRUST_PROXY: '1',
  });
  await untilTheSame([primary, copy]);
  return copy;
}

/** Two instances on one PostgreSQL, as `deploy/compose.yaml` has them. */
async function startInstances(stack: AsyncDisposableStack, identity: string): Promise<[string, string]> {
  const database = await makeDatabase('PostgreSQL');
  stack.defer(() => database.remove());
  const directory = temporaryDirectory();
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const settings = {
    MODELREF_DATABASE_URL: database.url,
    MODELREF_AUDIT_SIGNING_KEY_FILE: join(directory, 'audit.key'),
    MODELREF_TRUST_PROXY: '1',
  };
  const first = await startRegistry(stack, identity, settings);
  const second = await startRegistry(stack, identity, settings);
  await fill(first);
  await untilTheSame([first, second]);
  return [first, second];
}

const behindProxy = (startProxy: typeof startCaddy): Start => {
  return async (stack, identity) => {
    const [first, second] = await startInstances(stack, identity);
    const copy = await startReplica(stack, identity, first);
    const behind = { 'primary-a:19800': first, 'primary-b:19800': second, 'replica:19800': copy };
    return [await startProxy(stack, behind)];
  };
};

const oneProcess: Deployment = {
  name: 'SQLite',
  copy: false,
  instances: false,
  missing: null,
  serve: serve(async (stack, identity) => {
    const origin = await startRegistry(stack, identity, {});
    await fill(origin);
    return [origin];
  }),
};

/** The first is what the tests of the suite use. */
export const deployments: readonly Deployment[] = [
  oneProcess,
  {
    ...oneProcess,
    name: 'replica',
    copy: true,
    serve: serve(async (stack, identity, models) => {
      const primary = await startRegistry(stack, identity, {});
      await fill(primary, models);
      return [await startReplica(stack, identity, primary)];
    }),
  },
  { ...oneProcess, name: 'PostgreSQL, two instances', instances: true, serve: serve(startInstances) },
  {
    ...oneProcess,
    name: 'nginx before two instances',
    instances: true,
    missing: nginxIsMissing,
    serve: serve(behindProxy(startSiteOfNginx)),
  },
  {
    ...oneProcess,
    name: 'Caddy before two instances',
    instances: true,
    missing: caddyIsMissing,
    serve: serve(behindProxy(startCaddy)),
  },
];
