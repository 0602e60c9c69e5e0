import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { githubToken, startGithub } from '../../support/emulators/github.ts';
import { keys } from '../../support/identity-server.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const atEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

const v2 = '/api/model_references/v2';
const secret = 'a-secret-of-both-sides';
const clip = (description: string) =>
  `${JSON.stringify({ a: { name: 'a', type: 'clip', description, config: { files: [], download: [] } } }, null, 4)}\n`;
const said = async (app: TestApp) =>
  (await app.get(`${v2}/clip`)).json().a?.description as string | undefined;

/** Waits for what the service does by itself. */
const soon = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 50 });

test('two instances: one syncs, whichever is told; what comes in is read, what is changed goes out', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-bridged-'));
  atEnd.push(() => rmSync(directory, { recursive: true, force: true }));
  const store = await temporaryStore((undo) => atEnd.push(undo));
  const remote = new GitRemote();
  atEnd.push(() => remote.remove());
  remote.commit({ 'clip.json': clip('first') });
  const github = await startGithub(remote);
  atEnd.push(() => github[Symbol.asyncDispose]());
  const start = (name: string) =>
    startTestApp({
      settings: {
        bridge: [
          {
            kind: 'image',
            url: github.gitUrl,
            branch: 'main',
            policy: 'trust',
            out: 'pull_request',
            github: 'o/r',
          },
        ],
        bridgeToken: githubToken,
        bridgeGithubApi: github.apiUrl,
        bridgeDirectory: join(directory, name),
        bridgeIntervalSeconds: 86_400,
        bridgeWebhookSecret: secret,
      },
      overrides: { store },
    });
  const one = await start('one');
  let oneStopped: Promise<void> | undefined;
  const stopOne = () => (oneStopped ??= Promise.resolve(one[Symbol.asyncDispose]()));
  atEnd.push(stopOne);
  await soon(async () => expect(await said(one)).toBe('first'));
  const other = await start('other');
  atEnd.push(() => other[Symbol.asyncDispose]());

  // A push, of which the other instance is told: the first one does what is to do.
  remote.commit({ 'clip.json': clip('second') });
  const body = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'o/r' } });
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-github-delivery': '1',
    'x-hub-signature-256': await sign(secret, body),
  };
  expect((await other.send('POST', '/api/bridge/github', { body, headers })).statusCode).toBe(202);
  await soon(async () => expect([await said(one), await said(other)]).toEqual(['second', 'second']));

  // A change here, and an approver of the other instance who does not want to wait.
  const change = await one.propose('PUT', '/clip/model/a', { name: 'a', description: 'ours' });
  await one.approve(change);
  await one.apply(change);
  const ask = (app: TestApp) =>
    app.send('POST', `${v2}/operations/bridge/sync`, { key: keys.approver, body: { repository: 'image' } });
  expect((await ask(other)).statusCode).toBe(200);
  await soon(async () =>
    expect(github.pulls).toMatchObject([{ state: 'open', title: 'Registry: 1 changed' }]),
  );
  expect(remote.file('clip.json', 'modelref/registry')).toBe(clip('ours'));
  const status = async () =>
    (await other.get(`${v2}/operations/bridge`, { key: keys.approver })).json().repositories[0];
  await soon(async () =>
    expect(await status()).toMatchObject({
      asked: false,
      error: null,
      behind: 0,
      outgoing: 1,
      commit: remote.head(),
      commit_title: 'Added X',
      pull_request: { number: 1 },
    }),
  );
  const runs = async (app: TestApp) =>
    /modelref_bridge_runs_total\{repository="image",outcome="ok"\} (\d+)/.exec(
      (await app.get('/metrics')).body,
    )?.[1];
  await soon(async () => expect(Number(await runs(one))).toBeGreaterThanOrEqual(3));
  expect(await runs(other)).toBeUndefined();

  // Somebody proposes there what reviewers here would want to know of.
  const odd = {
    b: {
      name: 'b',
      type: 'clip',
      config: {
        files: [{ path: 'b.bin' }],
        download: [{ file_name: '../b.bin', file_path: '', file_url: 'http://files.example/b.bin' }],
      },
    },
  };
  const head = remote.commit(
    { 'clip.json': `${JSON.stringify({ ...JSON.parse(clip('second')), ...odd }, null, 4)}\n` },
    { branch: 'patch', parents: [remote.head() as string] },
  );
  const pull = github.openPull(head, 'One more');
  await ask(other);
  await soon(async () => expect(pull.comments).toHaveLength(1));
  expect(pull.comments[0]?.body).toMatch(/- adds `b` \(clip\)\n {2}- \*\*critical\*\*: `.*\.\.\/b\.bin/);
  expect(github.statuses).toMatchObject([{ sha: head, state: 'success', context: 'modelref/registry' }]);

  // It stops, and the other one takes over.
  await stopOne();
  remote.commit({ 'esrgan.json': '{}\n' });
  await ask(other);
  await soon(async () => expect((await status()).commit).toBe(remote.head()));
});
