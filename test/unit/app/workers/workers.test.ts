import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { forEachDatabase } from '../../../support/databases.ts';
import { eventually } from '../../../support/eventually.ts';
import { type IdentityServer, keys, startIdentityServer, users } from '../../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';
import { type ModelrefProcess, startModelref } from '../../cli/process.ts';

const v2 = '/api/model_references/v2';
const workerCount = 2;

let identity: IdentityServer;
beforeAll(async () => {
  identity = await startIdentityServer();
});
afterAll(() => identity.close());

function environment(databaseUrl: string): Record<string, string> {
  return {
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_PORT: '0',
    MODELREF_WORKERS: `${workerCount}`,
    MODELREF_DATABASE_URL: databaseUrl,
    MODELREF_AUTH_URL: identity.url,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  };
}

interface Service {
  readonly process: ModelrefProcess;
  readonly origin: string;
}

async function start(databaseUrl: string): Promise<Service & AsyncDisposable> {
  const process = await startModelref(['serve'], environment(databaseUrl));
  const [, origin = ''] = await process.printed(/"url":"(http:\/\/127\.0\.0\.1:\d+)".*"msg":"listening"/);
  return { process, origin, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

interface Answer {
  status: number;
  body: string;
  etag: string | undefined;
}

/** One request over a connection of its own, so that the workers take turns; or over the one of `agent`. */
function ask(
  origin: string,
  method: string,
  path: string,
  { key, body, agent }: { key?: string; body?: unknown; agent?: Agent } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key && { apikey: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    request(`${origin}${path}`, { method, headers, agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, etag: response.headers.etag }),
      );
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Connections that are kept between requests. */
class KeptConnections implements Disposable {
  readonly agents: readonly Agent[];

  constructor(count: number) {
    this.agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  }

  [Symbol.dispose](): void {
    for (const agent of this.agents) agent.destroy();
  }
}

async function ok(...asked: Parameters<typeof ask>): Promise<Record<string, unknown>> {
  const answer = await ask(...asked);
  if (answer.status >= 300) throw new Error(`${asked[1]} ${asked[2]}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body || 'null') as Record<string, unknown>;
}

/** Proposes, approves and applies, each over a connection of its own. */
async function write(origin: string, method: string, path: string, body: unknown): Promise<void> {
  const change = await ok(origin, method, v2 + path, { key: keys.requestor, body });
  const batch = { batch_title: 'batch', approved_ids: [change.change_id] };
  await ok(origin, 'POST', `${v2}/pending_queue/batches`, { key: keys.approver, body: batch });
  const apply = { change_ids: [change.change_id] };
  await ok(origin, 'POST', `${v2}/pending_queue/apply`, { key: keys.approver, body: apply });
}

const pidsOf = async ({ process }: Service): Promise<number[]> => {
  const [, pids = ''] = await process.printed(/"workers":\[([\d,]+)\]/);
  return pids.split(',').map(Number);
};

forEachDatabase((database, _makeStore, makeUrl) => {
  let shared: Service & AsyncDisposable;
  beforeAll(async () => {
    shared = await start(await makeUrl());
  });
  afterAll(() => shared?.[Symbol.asyncDispose]());

  test('a read that starts after an apply was answered sees it, whichever worker answers', async () => {
    const { origin } = shared;
    // A connection stays with its worker: these read on and on from the same two.
    using kept = new KeptConnections(workerCount);
    for (let round = 0; round < 15; round += 1) {
      const record = { name: 'm', description: `version ${round}` };
      await write(origin, round === 0 ? 'POST' : 'PUT', round === 0 ? '/clip' : '/clip/model/m', record);
      // Connections are handed out in turn: new ones reach every worker.
      const reads = await Promise.all(
        [...Array.from({ length: 2 * workerCount }, () => undefined), ...kept.agents].map((agent) =>
          ask(origin, 'GET', `${v2}/clip/model/m`, { ...(agent && { agent }) }),
        ),
      );
      expect(reads.map(({ body }) => JSON.parse(body).description)).toEqual(
        reads.map(() => `version ${round}`),
      );
    }
    for (let round = 0; round < 5; round += 1) {
      const path = `${v2}/text_generation/families/family-${round}`;
      await ok(origin, 'PUT', path, { key: keys.requestor, body: { members: [`group-${round}`] } });
      const reads = await Promise.all(
        Array.from({ length: 2 * workerCount }, () => ask(origin, 'GET', path)),
      );
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    }
  });

  test('metrics are those of all workers together', async () => {
    const { origin } = shared;
    const reads = 10;
    for (let i = 0; i < reads; i += 1) await ask(origin, 'GET', `${v2}/model_categories`);
    const { body } = await ask(origin, 'GET', '/metrics');
    const counted =
      /requests_total\{method="GET",route="\/api\/model_references\/v2\/model_categories",status="2xx"\} (\d+)/;
    expect(Number(counted.exec(body)?.[1])).toBe(reads);
    expect(body).toContain(`modelref_workers ${workerCount}`);
    expect(body).toContain('modelref_queue_changes{status="pending"} 0');
  });

  if (database === 'PostgreSQL') return;

  test('a worker that dies is replaced, and the others serve meanwhile', async () => {
    const { origin } = shared;
    await write(origin, 'POST', '/clip', { name: 'left' });
    const [victim = 0, other] = await pidsOf(shared);
    process.kill(victim, 'SIGKILL');
    await shared.process.printed(/"cause":"SIGKILL".*"msg":"a worker died and is started anew"/);
    expect((await ask(origin, 'GET', `${v2}/clip/model/left`)).status).toBe(200);
    await eventually(async () =>
      expect((await ask(origin, 'GET', '/metrics')).body).toContain(`modelref_workers ${workerCount}`),
    );
    expect(other).not.toBe(victim);
    await write(origin, 'PUT', '/clip/model/left', { name: 'left', description: 'later' });
    for (let i = 0; i < 2 * workerCount; i += 1) {
      expect((await ask(origin, 'GET', `${v2}/clip/model/left`)).body).toContain('later');
    }
  });

  test('one signal stops all workers, after the requests under way', async () => {
    await using service = await start(await makeUrl());
    const pids = await pidsOf(service);
    service.process.child.kill('SIGTERM');
    expect(await service.process.ended()).toBe(0);
    expect(service.process.output()).toContain('"signal":"SIGTERM"');
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('workers end with their supervisor, however that ended', async () => {
    await using service = await start(await makeUrl());
    const pids = await pidsOf(service);
    service.process.child.kill('SIGKILL');
    await once(service.process.child, 'exit');
    for (const pid of pids) await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });

  test('workers that cannot start say why, and the command fails', async () => {
    const url = await makeUrl();
    await using service = await start(url);
    const port = new URL(service.origin).port;
    await using second = await startModelref(['serve'], { ...environment(url), MODELREF_PORT: port });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`Cannot listen on 127.0.0.1 port ${port}`);
    expect(second.output()).toContain('The workers could not start.');
  });

  test('a database that cannot be used is told once', async () => {
    await using service = await startModelref(['serve'], environment('sqlite:/proc/nowhere/registry.db'));
    expect(await service.ended()).toBe(1);
    expect(service.output().match(/cannot be opened/g)).toHaveLength(1);
  });
});

test('a worker that is stopped is replaced, and requests are answered again', async () => {
  const database = await makeDefaultDatabase();
  onTestFinished(() => database.remove());
  const silence = { MODELREF_WORKER_SILENCE_SECONDS: '2' };
  await using process = await startModelref(['serve'], { ...environment(database.url), ...silence });
  const [, origin = '', pids = ''] = await process.printed(
    /"url":"(http:\/\/127\.0\.0\.1:\d+)".*"workers":\[([\d,]+)\].*"msg":"listening"/,
  );
  const [first = 0] = pids.split(',').map(Number);
  globalThis.process.kill(first, 'SIGSTOP');
  await process.printed(/"cause":"no sign of life for 2 s".*"msg":"a worker died and is started anew"/);
  expect(() => globalThis.process.kill(first, 0)).toThrow('ESRCH');
  for (let i = 0; i < 4; i += 1) expect((await ask(origin, 'GET', '/healthz')).status).toBe(200);
  await eventually(async () =>
    expect((await ask(origin, 'GET', '/metrics')).body).toMatch(/modelref_workers 2/),
  );
});
