import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type ModelrefProcess, startModelref } from './process.ts';

const served = {
  MODELREF_REPLICATE_MODE: 'PRIMARY',
  MODELREF_PORT: '0',
  // Nobody listens there.
  MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
};

async function originOf(service: ModelrefProcess): Promise<URL> {
  const [, origin = ''] = await service.printed(/"url":"(http:\/\/127\.0\.0\.1:\d+)"/);
  return new URL(origin);
}

test('the start says what it is; a registry that never had models is not ready, and takes its first', async () => {
  await using service = await startModelref(['serve'], {
    ...served,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: '12,34',
  });
  const origin = await originOf(service);
  await service.printed(
    new RegExp(
      [
        'modelref \\S+, PRIMARY, canonical format v2',
        ` +database +sqlite:${service.directory}/data/registry.db`,
        ' +models +0, and never any. WARNING: .*',
        ' +approvers +accounts 12, 34',
        ` +listens +${origin.origin}, its API under ${origin.origin}/api`,
      ].join('\n'),
    ),
  );
  expect(service.output()).toMatch(/"level":40.*"msg":"this registry has no models and never had any"/);
  const refused = await fetch(new URL('/readyz', origin));
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { detail: expect.stringContaining('has no models and never had any') },
  ]);
  expect((await fetch(new URL('/api/heartbeat', origin))).status).toBe(200);

  // Its folder is the service's, and removed with that: here the service would still write there.
  const imported = await startModelref(
    ['import', resolve('test/fixtures/legacy')],
    { MODELREF_DATABASE_URL: `sqlite:${service.directory}/data/registry.db` },
    service.directory,
  );
  expect(await imported.ended()).toBe(0);
  await eventually(async () => expect((await fetch(new URL('/readyz', origin))).status).toBe(200));
});

test('serve makes no folder, and says which one is missing', async () => {
  await using service = await startModelref(['serve'], {
    ...served,
    MODELREF_DATABASE_URL: 'sqlite:./mistyped/registry.db',
  });
  expect(await service.ended()).toBe(1);
  const folder = join(service.directory, 'mistyped');
  expect(service.output()).toContain(`The folder ${folder} does not exist`);
  expect(service.output()).toContain('modelref migrate');
  expect(existsSync(folder)).toBe(false);
});

test('after SIGTERM it answers for STOP_DELAY_SECONDS, not ready; a second one ends it', async () => {
  await using service = await startModelref(['serve'], { ...served, MODELREF_STOP_DELAY_SECONDS: '600' });
  const origin = await originOf(service);
  service.child.kill('SIGTERM');
  await service.printed(/"signal":"SIGTERM","delaySeconds":600/);
  const ready = await fetch(new URL('/readyz', origin));
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('is stopping')]);
  expect((await fetch(new URL('/api/heartbeat', origin))).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(null);
});

test('somebody at a terminal waits for no proxy', async () => {
  await using service = await startModelref(['serve'], { ...served, MODELREF_STOP_DELAY_SECONDS: '600' });
  await originOf(service);
  service.child.kill('SIGINT');
  expect(await service.ended()).toBe(0);
});

test('a request under way when the service stops is still answered', async () => {
  await using service = await startModelref(['serve'], served);
  const origin = await originOf(service);
  const body = JSON.stringify({ part: 'one' });
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const open = request(
      new URL('/api/model_references/v2/text_generation/compose_name', origin),
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          expect: '100-continue',
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    open.on('error', reject);
    // The service has the headers and waits for the body.
    open.on('continue', async () => {
      service.child.kill('SIGTERM');
      await service.printed(/"signal":"SIGTERM"/);
      open.end(body);
    });
    open.flushHeaders();
  });
  const { status, text } = await answer;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.parse(text)).toHaveProperty('detail');
  expect(await service.ended()).toBe(0);
});

test('an idle connection does not hold the stop up', async () => {
  await using service = await startModelref(['serve'], served);
  const { hostname, port } = await originOf(service);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const cut = new Promise((resolve) => socket.once('close', resolve));
  service.child.kill('SIGINT');
  expect(await service.ended()).toBe(0);
  await cut;
});

test('serve without a mode tells what is missing', async () => {
  await using service = await startModelref(['serve'], { MODELREF_PORT: '0' });
  expect(await service.ended()).toBe(1);
  expect(service.output()).toContain('MODELREF_REPLICATE_MODE: not set; allowed: PRIMARY, REPLICA');
});

test('a port that is taken is said plainly', async () => {
  await using first = await startModelref(['serve'], served);
  const { port } = await originOf(first);
  await using second = await startModelref(['serve'], { ...served, MODELREF_PORT: port });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain(`Cannot listen on 127.0.0.1 port ${port}`);
});
