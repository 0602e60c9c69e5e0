import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign, verify } from '@octokit/webhooks-methods';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isHubSignature } from '../../../src/modules/bridge/http-github.ts';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { leaseStore } from '../../../src/modules/leases/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const secret = "It's-a-Secret-to-Everybody";
const path = '/api/bridge/github';
const repository = { full_name: 'Org/Text' };
const push = { ref: 'refs/heads/main', repository, commits: [{ id: 'ab', message: 'Added 日本' }] };
const pull = (head: object, action = 'opened', base = 'main') => ({
  action,
  repository,
  pull_request: { number: 7, base: { ref: base }, head },
});

let app: TestApp;
const atEnd: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const store = await temporaryStore((undo) => atEnd.push(undo));
  // Another instance syncs.
  await store.write((tx) => leaseStore(tx).acquire('bridge', 'somebody else', 3_600_000));
  app = await startTestApp({
    settings: {
      bridge: [
        {
          kind: 'text',
          url: 'file:///dev/null/r.git',
          branch: 'main',
          policy: 'review',
          out: 'none',
          github: 'org/text',
        },
      ],
      bridgeDirectory: '/dev/null/bridge',
      bridgeWebhookSecret: secret,
      bodyLimitBytes: 100_000,
    },
    overrides: { store },
  });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  for (const undo of atEnd) await undo();
});
beforeEach(() =>
  app.store.write(async (tx) => bridgeStore(tx).takeRequests(await bridgeStore(tx).waitingRequests(100), 1)),
);
const waiting = () => app.store.read((tx) => bridgeStore(tx).waitingRequests(100));

let deliveries = 0;
/** What GitHub sends; the signature is made by GitHub's own library. */
async function deliver(
  payload: unknown,
  {
    event = 'push',
    id = `d-${deliveries++}`,
    type = 'application/json',
    by = secret,
  }: Record<string, string> = {},
) {
  const json = JSON.stringify(payload);
  const body = type === 'application/json' ? json : new URLSearchParams({ payload: json }).toString();
  const headers = {
    'content-type': type,
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': await sign(by, body),
  };
  const { statusCode, body: answer } = await app.send('POST', path, { body, headers });
  return { status: statusCode, ...(JSON.parse(answer) as { result?: string; detail?: string }) };
}

describe("GitHub's deliveries", () => {
  test('a push to the branch is a reason to sync, and answered before that', async () => {
    expect(await deliver(push, { id: 'guid-1' })).toEqual({
      status: 202,
      result: 'will be synced',
      repositories: ['text'],
    });
    expect(await waiting()).toMatchObject([{ id: 'guid-1', repository: 'text', reason: 'GitHub: push' }]);
  });

  test('as a form, as GitHub sends it where nobody chooses JSON', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect(await deliver(push, { type })).toMatchObject({ status: 202, result: 'will be synced' });
    expect(await waiting()).toHaveLength(1);
  });

  test('a redelivered one does nothing a second time, be the first done or not', async () => {
    await deliver(push, { id: 'again' });
    expect(await deliver(push, { id: 'again' })).toMatchObject({ status: 202, result: 'known' });
    const first = await waiting();
    expect(first).toHaveLength(1);
    await app.store.write((tx) => bridgeStore(tx).takeRequests(first, 5));
    expect(await deliver(push, { id: 'again' })).toMatchObject({ status: 202, result: 'known' });
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ['ping', 'ping', { zen: 'Keep it logically awesome.', repository }, 'pong'],
    ['a pull request into the branch', 'pull_request', pull({ ref: 'patch' }), 'will be synced'],
    ['one that was merged or closed', 'pull_request', pull({ ref: 'patch' }, 'closed'), 'will be synced'],
    ['our own, closed', 'pull_request', pull({ ref: 'modelref/registry', repo: repository }, 'closed'), 'will be synced'],
    ['our own, opened again', 'pull_request', pull({ ref: 'modelref/registry', repo: repository }, 'reopened'), 'will be synced'],
    ['our own, which we have just made', 'pull_request', pull({ ref: 'modelref/registry', repo: repository }), 'no reason to sync'],
    ['one of a fork with a branch of that name', 'pull_request', pull({ ref: 'modelref/registry', repo: { full_name: 'a/b' } }), 'will be synced'],
    ['one into another branch', 'pull_request', pull({ ref: 'patch' }, 'opened', 'next'), 'no reason to sync'],
    ['a label', 'pull_request', pull({ ref: 'patch' }, 'labeled'), 'no reason to sync'],
    ['a push to another branch', 'push', { ...push, ref: 'refs/heads/modelref/registry' }, 'no reason to sync'],
    ['a push to another repository', 'push', { ...push, repository: { full_name: 'org/image' } }, 'no reason to sync'],
    ['another event', 'star', { repository }, 'no reason to sync'],
    ['no object', 'push', [1], 'no reason to sync'],
  ])('%s', async (_what, event, payload, result) => {
    expect(await deliver(payload, { event })).toMatchObject({ status: 202, result });
    expect(await waiting()).toHaveLength(result === 'will be synced' ? 1 : 0);
  }); // biome-ignore format: a table

  test('with another secret, another body or no signature: refused, and nothing is asked for', async () => {
    expect(await deliver(push, { by: 'another secret' })).toMatchObject({ status: 401 });
    const signature = await sign(secret, 'something else');
    const send = (headers: Record<string, string>, body = JSON.stringify(push)) =>
      app.send('POST', path, {
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'push',
          'x-github-delivery': 'x',
          ...headers,
        },
      });
    const sha1 = `sha1=${'0'.repeat(40)}`;
    for (const headers of [
      { 'x-hub-signature-256': signature },
      { 'x-hub-signature-256': sha1 },
      { 'x-hub-signature': sha1 },
      {},
    ] as Record<string, string>[]) {
      expect((await send(headers)).statusCode).toBe(401);
    }
    const right = { 'x-hub-signature-256': await sign(secret, 'no JSON') };
    expect((await send(right, 'no JSON')).statusCode).toBe(400);
    const odd = {
      'x-hub-signature-256': await sign(secret, JSON.stringify(push)),
      'x-github-delivery': 'a b',
    };
    expect((await send(odd)).json().detail).toContain('x-github-delivery');
    expect(await waiting()).toEqual([]);
  });

  test('the signature is over the bytes: what is no UTF-8 is not mended first', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const ofMended = await sign(secret, bytes.toString('utf8'));
    expect(isHubSignature(secret, bytes, ofMended)).toBe(false);
    expect(isHubSignature(secret, Buffer.from(bytes.toString('utf8')), ofMended)).toBe(true);
    // The values of GitHub's own guide.
    const ofGuide = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    expect(isHubSignature("It's a Secret to Everybody", Buffer.from('Hello, World!'), ofGuide)).toBe(true);
    expect(await verify("It's a Secret to Everybody", 'Hello, World!', ofGuide)).toBe(true);
  });

  test('a huge body is refused, on a real connection; without a signature it is not even read', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.server.address() as AddressInfo;
    const huge = JSON.stringify({ ...push, more: 'x'.repeat(3_000_000) });
    const post = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request({ port, path, method: 'POST', headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        });
        outgoing.on('error', reject).end(huge);
      });
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': 'huge',
    };
    expect(await post({ ...headers, 'x-hub-signature-256': await sign(secret, huge) })).toBe(413);
    expect(await post(headers)).toBe(401);
    expect(await waiting()).toEqual([]);
  });
});

describe('the bridge, for operators', () => {
  const bridge = '/api/model_references/v2/operations/bridge';

  test('says how each repository is, to approvers alone', async () => {
    expect((await app.get(bridge, { key: keys.requestor })).statusCode).toBe(401);
    const status = (await app.get(bridge, { key: keys.approver })).json();
    expect(status.repositories).toMatchObject([
      { repository: 'text', policy: 'review', commit: null, behind: 0, conflicts: [], asked: false },
    ]);
  });

  test('is asked to sync, by approvers alone', async () => {
    const ask = (key: string, repository: string) =>
      app.send('POST', `${bridge}/sync`, { key, body: { repository } });
    expect((await ask(keys.requestor, 'text')).statusCode).toBe(401);
    expect((await ask(keys.approver, 'text')).json()).toMatchObject({ repository: 'text' });
    expect(await waiting()).toMatchObject([
      { repository: 'text', reason: expect.stringContaining('console') },
    ]);
    expect((await app.get(bridge, { key: keys.approver })).json().repositories[0].asked).toBe(true);
    expect((await ask(keys.approver, 'image')).statusCode).toBe(404);
    expect((await ask(keys.approver, 'audio')).statusCode).toBe(422);
  });

  test('is told that a commit is meant, by approvers alone, once and only of what is asked', async () => {
    const commit = 'ab'.repeat(20);
    const file = { file: 'models.csv', category: 'text_generation', names: ['acme/Gone'] };
    const counts = { known: 20, gone: 1, added: 0, rows: 19, unreadable: 9 };
    const question = { commit, title: 'Removed it', rewritten: false, files: [{ ...file, ...counts }] };
    const accept = (key: string, body: object) => app.send('POST', `${bridge}/accept`, { key, body });
    const status = async () => (await app.get(bridge, { key: keys.approver })).json().repositories[0];
    const metric = 'modelref_bridge_held_files{repository="text"}';
    const word = { repository: 'text', commit };
    expect((await accept(keys.approver, word)).statusCode).toBe(409);
    await app.store.write((writer) => bridgeStore(writer).putState('text', { question }));
    expect(await status()).toMatchObject({ question, accepted: null });
    expect((await app.get('/metrics')).body).toContain(`${metric} 1`);

    expect((await accept(keys.requestor, word)).statusCode).toBe(401);
    expect((await accept('no such key', word)).statusCode).toBe(401);
    for (const [body, answer] of [
      [{ ...word, commit: 'cd'.repeat(20) }, 409],
      [{ ...word, commit: commit.slice(0, 12) }, 409],
      [{ ...word, repository: 'image' }, 404],
      [{ repository: 'text' }, 422],
    ] as const) {
      expect((await accept(keys.approver, body)).statusCode).toBe(answer);
    }
    expect(await status()).toMatchObject({ question, accepted: null, asked: false });

    const accepted = (await accept(keys.approver, word)).json();
    expect(accepted).toEqual({
      ...word,
      ...{ files: ['models.csv'], by: users.approver.username, at: expect.any(Number) },
    });
    expect(await waiting()).toMatchObject([
      { repository: 'text', reason: `${users.approver.username}: accepted ${commit}` },
    ]);
    expect(await status()).toMatchObject({ question, accepted: { by: users.approver.username } });
    const again = await accept(keys.approver, word);
    expect({ status: again.statusCode, ...again.json() }).toEqual({
      status: 409,
      detail: `Commit ${commit} was already accepted by ${users.approver.username}.`,
    });
    expect(await waiting()).toHaveLength(1);
    expect((await app.get('/metrics')).body).toContain(`${metric} 0`);
    await app.store.write((writer) => bridgeStore(writer).putState('text', {}));
  });

  test('has numbers in the metrics', async () => {
    const metrics = (await app.get('/metrics')).body;
    expect(metrics).toContain('modelref_bridge_conflicts{repository="text"} 0');
    expect(metrics).toContain('modelref_bridge_lag_commits{repository="text"} 0');
    expect(metrics).toContain('# TYPE modelref_bridge_runs_total counter');
    expect(metrics).not.toContain('modelref_bridge_last_success_age_seconds{');
  });
});

test('without a secret, or without repositories, there is no such path', async () => {
  await using plain = await startTestApp({ settings: { bridgeWebhookSecret: secret } });
  expect((await plain.send('POST', path, { body: {} })).statusCode).toBe(404);
  const answer = await plain.get('/api/model_references/v2/operations/bridge', { key: keys.approver });
  expect(answer.json()).toEqual({ repositories: [] });
});
