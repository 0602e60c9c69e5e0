import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBridge } from '../../../src/services/bridge/bridge.ts';
import { readState } from '../../../src/services/bridge/bridge-state.ts';
import type { Advice } from '../../../src/services/bridge/pull-request-report.ts';
import type { Store } from '../../../src/services/ports/store.ts';
import { openGithub } from '../../../src/upstream/github/github-host.ts';
import { bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import { type EmulatedGithub, githubToken, startGithub } from '../../support/emulators/github.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

let store: Store;
let remote: GitRemote;
let github: EmulatedGithub;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
  remote = new GitRemote();
  atEnd.push(() => remote.remove());
  github = await startGithub(remote);
  atEnd.push(() => github[Symbol.asyncDispose]());
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

const clip = (description: string) =>
  `{\n    "a": {\n        "name": "a",\n        "type": "clip",\n        "description": ${JSON.stringify(description)},\n        "config": {\n            "files": [],\n            "download": []\n        }\n    }\n}\n`;
const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };

async function connect(
  auth: Parameters<typeof openGithub>[0]['auth'] = { token: githubToken },
  advice?: Advice,
) {
  const host = openGithub({
    owner: 'o',
    repo: 'r',
    apiUrl: github.apiUrl,
    auth,
    timeoutMs: 10_000,
    writesEveryMs: 0,
  });
  const { token, pulls } = host;
  let now = 1_800_000_000;
  const setup = await bridgeSetup(store, (undo) => atEnd.push(undo), {
    kind: 'image',
    remote,
    url: github.gitUrl,
    token,
    pulls,
    now: () => now,
  });
  const { repository } = setup;
  const facts = { ...repository, url: github.gitUrl, github: 'o/r' };
  const bridge = createBridge({ ...setup.options, ...(advice && { advice }) }, [
    { ...facts, open: async () => repository },
  ]);
  const sync = async () => (await bridge.sync({ dryRun: false }))[0];
  const edit = (description: string) =>
    setup.write({
      category: 'clip',
      operation: 'update',
      name: 'a',
      record: { ...record, description },
      format: 'v2',
      caller: person,
    });
  const record = { name: 'a', record_type: 'clip', config: { download: [] } };
  const state = () => readState(store, 'image');
  return { sync, edit, state, wait: (seconds: number) => (now += seconds) };
}

test('over http, with a token that is nowhere but in a header: one pull request, updated and closed', async () => {
  remote.commit({ 'clip.json': clip('first') });
  const { sync, edit } = await connect();
  expect(await sync()).toMatchObject({ report: { applied: 1, problems: [] } });
  await edit('ours');
  expect(await sync()).toMatchObject({ report: { sent: { pushed: true }, pull_request: { number: 1 } } });
  expect(github.pulls).toMatchObject([
    { number: 1, title: 'Registry: 1 changed', body: expect.stringContaining('- a (clip)') },
  ]);
  remote.commit({ 'esrgan.json': '{}\n' });
  await edit('ours again');
  await sync();
  await sync();
  expect(github.pulls).toMatchObject([{ number: 1, state: 'open' }]);
  // Merged.
  remote.git('update-ref', 'refs/heads/main', 'refs/heads/modelref/registry');
  expect(await sync()).toMatchObject({ report: { outgoing: [], sent: null, pull_request: null } });
  expect(github.pulls).toMatchObject([{ number: 1, state: 'closed' }]);
  expect(JSON.stringify(await store.read(({ bridge }) => bridge.state('image')))).not.toContain(githubToken);
});

test('an App asks for its installation and its token by itself', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  remote.commit({ 'clip.json': clip('first') });
  const { sync, edit } = await connect({ appId: '4711', privateKey: pem });
  await sync();
  await edit('ours');
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 1 } } });
  expect(github.requests).toContain('GET /api/repos/o/r/installation');
  expect(github.requests).toContain('POST /api/app/installations/77/access_tokens');
});

test('one comment and a status on a pull request of others, renewed when it moves', async () => {
  const first = remote.commit({ 'clip.json': clip('first') });
  const { sync, edit } = await connect();
  await sync();
  const head = remote.commit({ 'clip.json': clip('theirs') }, { branch: 'patch', parents: [first] });
  const pull = github.openPull(head, 'Better words');
  pull.comments.push({ id: 900, body: 'Looks good.' });
  await edit('ours');
  await sync();
  await sync();
  expect(pull.comments).toHaveLength(2);
  expect(pull.comments[1]?.body).toContain(
    '- changes `a` (clip) — **collides with the registry** in `description`',
  );
  expect(github.statuses).toEqual([
    {
      sha: head,
      state: 'success',
      context: 'modelref/registry',
      description: '1 models changed, 0 problems, 1 collisions',
    },
  ]);
  const broken = remote.commit({ 'clip.json': '{"a": ' }, { branch: 'patch' });
  remote.git('update-ref', `refs/pull/${pull.number}/head`, broken);
  github.pulls.splice(github.pulls.indexOf(pull), 1);
  const moved = github.openPull(broken, 'Better words');
  await sync();
  expect(moved.comments[0]?.body).toContain('- clip.json:1: `is not JSON');
  expect(github.statuses.at(-1)).toMatchObject({ sha: broken, state: 'failure' });
});

test('the comment has what reviewers would be told, as texts that mention nobody, and follows the registry', async () => {
  const first = remote.commit({ 'clip.json': clip('first') });
  const asked: unknown[] = [];
  const { sync, edit } = await connect(undefined, {
    findings: {
      of: (proposed) => {
        asked.push(proposed);
        return [{ rule: 'near_name', severity: 'warning', field_path: null, message: 'Near `b`, @curator.' }];
      },
    },
    evidence: () => [],
  });
  await sync();
  const head = remote.commit({ 'clip.json': clip('theirs') }, { branch: 'patch', parents: [first] });
  const pull = github.openPull(head, 'Better words');
  await sync();
  expect(asked).toMatchObject([
    {
      category: 'clip',
      name: 'a',
      record: { description: 'theirs' },
      live: { description: 'first' },
      deletes: false,
    },
  ]);
  expect(pull.comments[0]?.body).toContain("- changes `a` (clip)\n  - **warning**: `Near 'b', @curator.`");
  expect(github.statuses.at(-1)?.description).toMatch(/0 collisions, 1 findings$/);
  await sync();
  expect(asked).toHaveLength(1);
  // Nothing moved there, but now it collides.
  await edit('ours');
  await sync();
  expect(pull.comments).toHaveLength(1);
  expect(pull.comments[0]?.body).toContain('**collides with the registry**');
  expect(github.statuses).toHaveLength(2);
});

test.each([
  [403, { 'retry-after': '30' }, 'You have exceeded a secondary rate limit', 30],
  [429, {}, 'too many requests', 60],
])('a limit (%i) is a pause, not a loss', async (status, headers, message, seconds) => {
  remote.commit({ 'clip.json': clip('first') });
  const { sync, edit, wait, state } = await connect();
  await sync();
  await edit('ours');
  github.refusals.push({ method: 'POST', path: /pulls$/, status, headers, body: { message } });
  expect(await sync()).toMatchObject({ error: expect.stringContaining(message) });
  const asked = github.requests.length;
  expect(await sync()).toMatchObject({ error: `the host asked for a pause of ${seconds} more seconds` });
  expect(github.requests).toHaveLength(asked);
  expect(await state()).toMatchObject({ error: expect.stringContaining(message) });
  wait(seconds);
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 1 } } });
  expect(await state()).toMatchObject({ error: null });
});

test('a pull request that an instance made before it was cut is found, not made again', async () => {
  remote.commit({ 'clip.json': clip('first') });
  const { sync, edit } = await connect();
  await sync();
  await edit('ours');
  // The list does not show it yet.
  github.refusals.push({ method: 'GET', path: /pulls$/, status: 200, body: [] });
  github.pulls.push({
    number: 50,
    state: 'open',
    title: 'x',
    body: '',
    head: 'modelref/registry',
    base: 'main',
    comments: [],
  });
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 50 } } });
  expect(github.pulls).toHaveLength(1);
});

test('a refused token is an error without the token', async () => {
  remote.commit({ 'clip.json': clip('first') });
  const { sync } = await connect({ token: 'ghp_wrong' });
  const outcome = await sync();
  expect(outcome?.error).toMatch(/^git ls-remote failed/);
  expect(JSON.stringify(outcome)).not.toContain('ghp_wrong');
});
