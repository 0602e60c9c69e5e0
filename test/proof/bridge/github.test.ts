import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutageError } from '../../../src/kernel/errors.ts';
import { createBridge } from '../../../src/modules/bridge/bridge.ts';
import { readState } from '../../../src/modules/bridge/bridge-state.ts';
import { bridgeBranch } from '../../../src/modules/bridge/bridged-repository.ts';
import type { Advice } from '../../../src/modules/bridge/pull-request-report.ts';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { syncRepository } from '../../../src/modules/bridge/sync.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { openGithub } from '../../../src/outside/github.ts';
import type { Store } from '../../../src/store/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { person } from '../../support/bridge-fixture.ts';
import { bridgeInMemory, bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import {
  type EmulatedGithub,
  type EmulatedPull,
  githubToken,
  startGithub,
  stranger,
} from '../../support/emulators/github.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { newFolder } from '../../support/new-folder.ts';
import { RepositoryInMemory } from '../../support/repository-in-memory.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { Killed, mortal } from './mortal.ts';

let store: Store;
let remote: RepositoryInMemory;
let github: EmulatedGithub;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
  remote = new RepositoryInMemory();
  github = await host(remote);
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

async function host(repository: Parameters<typeof startGithub>[0]): Promise<EmulatedGithub> {
  const started = await startGithub(repository);
  atEnd.push(() => started[Symbol.asyncDispose]());
  return started;
}
/** For tests of git over http: a repository of git, in the place of the one in memory. */
async function withGit(): Promise<GitRemote> {
  const repository = new GitRemote();
  atEnd.push(() => repository.remove());
  github = await host(repository);
  return repository;
}

const clip = (description: string) =>
  `{\n    "a": {\n        "name": "a",\n        "type": "clip",\n        "description": ${JSON.stringify(description)},\n        "config": {\n            "files": [],\n            "download": []\n        }\n    }\n}\n`;
const clipB = { name: 'b', type: 'clip', config: { files: [], download: [] } };

interface Connection {
  readonly token?: string;
  readonly advice?: Advice;
  readonly overHttp?: GitRemote;
  /** The call once which is done the process is killed. */
  readonly killedAfter?: string;
}

async function connect({ token = githubToken, advice, overHttp, killedAfter }: Connection = {}) {
  const { watch } = mortal((call) => (call === killedAfter ? 'after' : null));
  const at = { owner: 'o', repo: 'r', apiUrl: github.apiUrl, token, timeoutMs: 10_000, writesEveryMs: 0 };
  let now = 1_800_000_000;
  const how = { kind: 'image' as const, pulls: watch(openGithub(at), 'pulls'), now: () => now };
  const registry = watch(store, 'store');
  const setup = overHttp
    ? await bridgeSetup(registry, (undo) => atEnd.push(undo), {
        ...{ ...how, remote: overHttp, url: github.gitUrl, token },
      })
    : bridgeInMemory(registry, { ...how, remote });
  const repository = { ...setup.repository, content: watch(setup.repository.content, 'content') };
  const facts = { ...repository, url: github.gitUrl, github: 'o/r' };
  const bridge = createBridge({ ...setup.options, renewLease: async () => true, ...(advice && { advice }) }, [
    { ...facts, open: async () => repository },
  ]);
  const sync = async () => (await bridge.sync({ dryRun: false }))[0];
  const edit = (description: string, name = 'a') =>
    setup.write({
      category: 'clip',
      operation: 'update',
      name,
      record: { ...record, name, description },
      format: 'v2',
      caller: person,
    });
  const record = { record_type: 'clip', config: { download: [] } };
  const state = () => readState(store, 'image');
  /** Rejects the bridge's proposals. */
  const reject = async () => {
    const ids = await store.read((tx) => changeStore(tx).ids({ statuses: ['pending'] }));
    const decision = { batch_title: 'Decided', rejected_ids: ids, reject_reason: 'No.' };
    await setup.options.queue.review.processBatch(decision, person);
  };
  return { ...setup, sync, edit, reject, state, wait: (seconds: number) => (now += seconds) };
}

/** A bridge that has taken in the first commit. */
async function met() {
  const first = remote.commit({ 'clip.json': clip('first') });
  const bridge = await connect();
  await bridge.sync();
  return { ...bridge, first };
}

/** A bridge that has opened its pull request, about another description. */
async function asking() {
  const bridge = await met();
  await bridge.edit('ours');
  await bridge.sync();
  return { ...bridge, pull: github.pulls[0] as EmulatedPull };
}

test('over http, with a token that is nowhere but in a header: one pull request, updated and closed', async () => {
  const remote = await withGit();
  remote.commit({ 'clip.json': clip('first') });
  const { sync, edit } = await connect({ overHttp: remote });
  expect(await sync()).toMatchObject({ report: { applied: 1, problems: [] } });
  await edit('ours');
  expect(await sync()).toMatchObject({ report: { sent: { pushed: true }, pull_request: { number: 1 } } });
  expect(github.pulls).toMatchObject([
    { number: 1, title: 'Registry: 1 changed', body: expect.stringContaining('- `a` (clip)') },
  ]);
  remote.commit({ 'esrgan.json': '{}\n' });
  await edit('ours again');
  await sync();
  await sync();
  expect(github.pulls).toMatchObject([{ number: 1, state: 'open' }]);
  // Merged.
  remote.setRef('refs/heads/main', remote.head(bridgeBranch));
  expect(await sync()).toMatchObject({ report: { outgoing: [], sent: null, pull_request: null } });
  expect(github.pulls).toMatchObject([{ number: 1, state: 'closed' }]);
  expect(JSON.stringify(await store.read((tx) => bridgeStore(tx).state('image')))).not.toContain(githubToken);
});

test.each(['content.push', 'pulls.create'])(
  'a process that is killed once %s is done is gone on with, and so is a pull request closed meanwhile',
  async (killedAfter) => {
    const { edit } = await met();
    await edit('ours');
    const { sync: die } = await connect({ killedAfter });
    await die().catch((error) => expect(error).toBeInstanceOf(Killed));
    expect(remote.file('clip.json', bridgeBranch)).toBe(clip('ours'));
    expect(await readState(store, 'image')).toMatchObject({ pull_request: null });
    const pull = github.pulls[0];
    if (pull) pull.state = 'closed';
    const { sync, state } = await connect();
    const report = pull
      ? { sent: null, pull_request: null, refused: { number: 1 } }
      : { sent: { pushed: false }, pull_request: { number: 1 }, refused: null };
    expect(await sync()).toMatchObject({ report });
    expect(await sync()).toMatchObject({ report });
    expect(github.pulls).toHaveLength(1);
    expect(await state()).toMatchObject({ error: null });
    remote.setRef('refs/heads/main', remote.head(bridgeBranch));
    expect(await sync()).toMatchObject({ report: { outgoing: [], pull_request: null } });
    expect((await verifyStore(store)).problems).toEqual([]);
  },
);

test('a dry run asks the host, and tells it nothing', async () => {
  const { options, repository, edit } = await met();
  await edit('ours');
  const report = await syncRepository(options, repository, { dryRun: true });
  expect(report).toMatchObject({ sent: { pushed: false }, pull_request: null });
  expect(github.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('one to the image repository has the label that starts its checks, once, where that is allowed', async () => {
  const { sync, edit, pull } = await asking();
  expect(pull.labels).toEqual(['ready-for-review']);
  // Somebody takes it away again.
  pull.labels = [];
  await edit('ours, in better words');
  expect(await sync()).toMatchObject({ report: { sent: { pushed: true }, problems: [] } });
  expect(pull.labels).toEqual([]);

  pull.state = 'closed';
  github.refusals.push({ method: 'POST', path: /labels$/, status: 403, body: { message: 'No access.' } });
  await edit('ours, in other words');
  expect(await sync()).toMatchObject({
    report: {
      pull_request: { number: 2 },
      problems: [{ reason: expect.stringMatching(/ready-for-review.*No access/) }],
    },
  });
});

const imageModel = (description: string) => ({
  ...{ name: 'A', baseline: 'stable diffusion 1', type: 'ckpt', inpainting: false, description },
  ...{ version: '1', style: 'generalist', nsfw: false, download_all: false },
  config: {
    files: [{ path: 'a.safetensors', sha256sum: 'ab'.repeat(32) }],
    download: [{ file_name: 'a.safetensors', file_path: '', file_url: 'https://huggingface.co/a' }],
  },
});
const models = (description: string) => `${JSON.stringify({ A: imageModel(description) }, null, 4)}\n`;

test('after a squash merge, which names commits that are gone, the dates are sent once more', async () => {
  remote.commit({ 'stable_diffusion.json': models('first'), 'model_mod_data.json': '{}\n' });
  const { sync } = await connect();
  const stale = [{ file: 'model_mod_data.json', reason: expect.stringContaining('squash') }];
  expect(await sync()).toMatchObject({
    report: { outgoing: [], sent: { pushed: true }, pull_request: { number: 1 }, problems: stale },
  });
  expect(github.pulls).toMatchObject([{ title: 'Date info', body: expect.stringContaining('squash') }]);
  expect(remote.file('stable_diffusion.json', bridgeBranch)).toBe(models('first'));
  expect(JSON.parse(remote.file('model_mod_data.json', 'modelref/registry'))).toMatchObject({
    A: { commit_added: remote.head() },
  });
  expect(await sync()).toMatchObject({ report: { sent: { pushed: false }, problems: stale } });
  // Squashed again: it changes no model, so now all is well.
  remote.commit({ 'model_mod_data.json': remote.file('model_mod_data.json', 'modelref/registry') });
  expect(await sync()).toMatchObject({ report: { sent: null, problems: [], pull_request: null } });
  expect(github.pulls).toMatchObject([{ state: 'closed' }]);

  // Curators who do not want it are not asked again, however the branch moves on.
  remote.commit({ 'stable_diffusion.json': models('second') });
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 2 } } });
  (github.pulls[1] as EmulatedPull).state = 'closed';
  remote.commit({ 'stable_diffusion.json': models('third') });
  expect(await sync()).toMatchObject({ report: { sent: null, refused: { number: 2 } } });
});

test('one that curators close stays closed, and its branch as it is, until the changes differ', async () => {
  const { sync, edit, state, pull } = await asking();
  pull.state = 'closed';
  const offered = remote.head('modelref/registry');
  const refused = { number: 1, url: expect.stringMatching(/\/pull\/1$/) };
  const held = { report: { outgoing: [{ name: 'a' }], sent: null, pull_request: null, refused } };
  expect(await sync()).toMatchObject(held);
  // The branch moves, in another file and in the model itself: the same is asked for.
  remote.commit({ 'esrgan.json': '{}\n' });
  remote.commit({ 'clip.json': clip('first').replace('"config"', '"version": "2",\n        "config"') });
  expect(await sync()).toMatchObject(held);
  expect(await sync()).toMatchObject(held);
  expect(remote.head('modelref/registry')).toBe(offered);
  expect(github.pulls).toHaveLength(1);
  expect(await state()).toMatchObject({ pull_request: null, refused, outgoing: 1, error: null });
  await edit('ours, in better words');
  expect(await sync()).toMatchObject({
    report: { sent: { pushed: true }, pull_request: { number: 2 }, refused: null },
  });
  expect(github.pulls).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  expect(await state()).toMatchObject({ pull_request: { number: 2 }, refused: null });
});

test('one that the bridge has closed itself was not refused: the same change goes out again', async () => {
  const { sync, edit } = await met();
  for (const number of [1, 2]) {
    await edit('ours');
    expect(await sync()).toMatchObject({ report: { pull_request: { number }, refused: null } });
    await edit('first');
    expect(await sync()).toMatchObject({ report: { outgoing: [], pull_request: null } });
    expect(github.pulls[number - 1]).toMatchObject({ state: 'closed' });
  }
  // Curators do refuse the third one, and what they refused is not asked for when it comes back.
  await edit('ours');
  await sync();
  (github.pulls[2] as EmulatedPull).state = 'closed';
  expect(await sync()).toMatchObject({ report: { refused: { number: 3 } } });
  await edit('first');
  await sync();
  await edit('ours');
  expect(await sync()).toMatchObject({ report: { pull_request: null, refused: { number: 3 } } });
  expect(github.pulls).toHaveLength(3);
});

test('one to whose branch somebody else has added stays open, though nothing of ours is left in it', async () => {
  const { sync, edit, first } = await asking();
  remote.commit({ 'notes.txt': 'mine' }, { branch: 'modelref/registry', parents: [first] });
  await edit('first');
  expect(await sync()).toMatchObject({ report: { outgoing: [], sent: null } });
  expect(github.pulls).toMatchObject([{ number: 1, state: 'open' }]);
});

test.each([
  ['cannot be read', '{"a": '],
  ['waits for a person', '{}'],
])('one stays as it is while the file that it changes %s', async (_what, text) => {
  const { sync, state, pull } = await asking();
  const { body, comments } = structuredClone(pull);
  remote.commit({ 'clip.json': text });
  for (let times = 0; times < 2; times += 1) {
    expect(await sync()).toMatchObject({ report: { sent: null, pull_request: { number: 1 } } });
    expect(pull).toMatchObject({ state: 'open', body, comments });
    expect(await state()).toMatchObject({ outgoing: 1, pull_request: { number: 1 } });
  }
});

test('when a conflict is decided for the registry, its value is sent, though the bridge had closed that', async () => {
  const { sync, reject } = await asking();
  remote.commit({ 'clip.json': clip('theirs') });
  expect(await sync()).toMatchObject({ report: { conflicts: ['clip/a'], pull_request: null } });
  expect(github.pulls).toMatchObject([{ number: 1, state: 'closed' }]);
  await reject();
  expect(await sync()).toMatchObject({
    report: { conflicts: [], sent: { pushed: true }, pull_request: { number: 2 }, refused: null },
  });
  expect(remote.file('clip.json', 'modelref/registry')).toBe(clip('ours'));
});

test('one whose branch is deleted is refused as well; what differs goes out on a new branch', async () => {
  const { sync, edit, pull } = await asking();
  pull.state = 'closed';
  remote.setRef('refs/heads/modelref/registry', null);
  for (let times = 0; times < 2; times += 1) {
    expect(await sync()).toMatchObject({ report: { sent: null, refused: { number: 1 }, problems: [] } });
  }
  expect(remote.head('modelref/registry')).toBeNull();
  await edit('ours, in better words');
  expect(await sync()).toMatchObject({ report: { sent: { pushed: true }, pull_request: { number: 2 } } });
});

test('one that was closed and is opened again goes on', async () => {
  const { sync, pull } = await asking();
  pull.state = 'closed';
  await sync();
  remote.commit({ 'esrgan.json': '{}\n' });
  await sync();
  pull.state = 'open';
  expect(await sync()).toMatchObject({
    report: { sent: { pushed: true }, pull_request: { number: 1 }, refused: null },
  });
  expect(github.pulls).toHaveLength(1);
});

test.each([
  ['was merged, and taken back there since', (pull: EmulatedPull) => (pull.merged = true)],
  ['is not there any more', () => github.pulls.splice(0)],
])('one that %s was not refused', async (_what, happens) => {
  const { sync, pull } = await asking();
  pull.state = 'closed';
  happens(pull);
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 2 }, refused: null } });
});

test('whatever one repository throws is its status, and those behind it are synced', async () => {
  remote.commit({ 'clip.json': clip('first') });
  const { options, repository } = await connect();
  const defects: unknown[] = [];
  const facts = { ...repository, url: github.gitUrl, github: 'o/r' };
  const thrown = new RangeError(`Maximum ${'x'.repeat(5_000)}`);
  const broken = (content: Partial<typeof repository.content>) => async () => ({
    ...repository,
    content: { ...repository.content, ...content },
  });
  const bridge = createBridge(
    { ...options, renewLease: async () => true, onDefect: (error) => defects.push(error) },
    [
      { ...facts, name: 'unopened', open: () => Promise.reject(new Error('no place')) },
      { ...facts, name: 'unread', open: broken({ files: () => Promise.reject(thrown) }) },
      { ...facts, open: async () => repository },
    ],
  );
  const outcomes = await bridge.sync({ dryRun: false });
  expect(outcomes).toMatchObject([
    { repository: 'unopened', error: 'unexpected: Error: no place' },
    { repository: 'unread', error: expect.stringMatching(/^unexpected: RangeError: Maximum x{100}/) },
    { repository: 'image', report: { applied: 1 } },
  ]);
  expect(outcomes[1]?.error?.length).toBe(1000);
  expect(defects).toEqual([new Error('no place'), thrown]);
  for (const { repository: name, error = null } of outcomes) {
    expect(await readState(store, name)).toMatchObject({ error, tried_at: 1_800_000_000 });
  }
});

test('a status that cannot be written stops no other repository either', async () => {
  remote.commit({ 'clip.json': clip('first') });
  const { options, repository } = await connect();
  const facts = { ...repository, url: github.gitUrl, github: 'o/r' };
  const away = new OutageError('storage_unavailable', 'The database cannot be used: the disk is full.');
  const broken = {
    ...options,
    store: { ...store, read: () => Promise.reject(away), write: () => Promise.reject(away) },
  };
  const bridge = createBridge({ ...broken, renewLease: async () => true }, [
    { ...facts, name: 'one', open: async () => repository },
    { ...facts, name: 'other', open: async () => repository },
  ]);
  const error = `${away.message}; and the failure could not be stored: ${away.message}`;
  expect(await bridge.sync({ dryRun: false })).toEqual([
    { repository: 'one', error },
    { repository: 'other', error },
  ]);
});

test('a pull request of which nothing can be said is named, and the others are reported on', async () => {
  const first = remote.commit({ 'clip.json': clip('first') });
  const { sync, state } = await connect({
    advice: {
      findings: {
        of: ({ record }) => {
          if (record?.description === 'odd') throw new RangeError('Maximum call stack size exceeded');
          return [];
        },
      },
      evidence: () => [],
    },
  });
  await sync();
  const patch = (words: string) =>
    remote.commit({ 'clip.json': clip(words) }, { branch: `by-${words}`, parents: [first] });
  const [odd, locked, lost, fine] = ['odd', 'locked', 'lost', 'fine'].map((words) =>
    github.openPull(patch(words), words),
  ) as [EmulatedPull, EmulatedPull, EmulatedPull, EmulatedPull];
  remote.setRef(`refs/pull/${lost.number}/head`, null);
  remote.setRef('refs/heads/by-lost', null);
  const refusal = {
    ...{ method: 'POST', path: new RegExp(`/${locked.number}/comments$`), status: 403 },
    body: { message: 'Unable to create comment because issue is locked.' },
  };
  github.refusals.push(refusal);
  const named = (pull: EmulatedPull, why: string) => ({
    reason: expect.stringMatching(`^pull request #${pull.number} could not be reported on: .*${why}`),
  });
  const problems = [
    named(lost, "couldn't find remote ref"),
    named(locked, 'issue is locked'),
    named(odd, 'unexpected: RangeError: Maximum call stack'),
  ];
  expect(await sync()).toMatchObject({ report: { problems } });
  expect(await state()).toMatchObject({ error: null, synced_at: 1_800_000_000, problems });
  expect(fine.comments).toHaveLength(1);
  // The next sync tries them again, and names each once.
  expect(await sync()).toMatchObject({ report: { problems: [problems[0], problems[2]] } });
  expect(await state()).toMatchObject({ problems: [problems[0], problems[2]] });
  expect([locked.comments.length, fine.comments.length]).toEqual([1, 1]);
});

test('a host that cannot do its work is not asked about every pull request', async () => {
  const { sync, state, first } = await met();
  for (const words of ['one', 'two'])
    github.openPull(remote.commit({ 'clip.json': clip(words) }, { branch: words, parents: [first] }), words);
  github.refusals.push({ method: 'GET', path: /comments$/, status: 502, body: { message: 'Bad gateway' } });
  expect(await sync()).toMatchObject({ error: expect.stringContaining('Bad gateway') });
  expect(github.requests.filter((request) => request.endsWith('/comments'))).toHaveLength(1);
  expect(await state()).toMatchObject({ error: expect.stringContaining('Bad gateway') });
});

test('one comment and a status on a pull request of others, renewed when it moves', async () => {
  const { sync, edit, first } = await met();
  const head = remote.commit({ 'clip.json': clip('theirs') }, { branch: 'patch', parents: [first] });
  // The name of a branch in a fork is its owner's choice.
  const pull = github.openPull(head, 'Better words', bridgeBranch);
  pull.comments.push({ id: 900, body: 'Looks good.', user: stranger });
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
  remote.setRef(`refs/pull/${pull.number}/head`, broken);
  github.pulls.splice(github.pulls.indexOf(pull), 1);
  const moved = github.openPull(broken, 'Better words');
  await sync();
  expect(moved.comments[0]?.body).toContain('- clip.json:1: `is not JSON');
  expect(github.statuses.at(-1)).toMatchObject({ sha: broken, state: 'failure' });
});

test('a comment by somebody else that begins as ours do is left alone, and ours is written beside it', async () => {
  const { sync, edit, first } = await met();
  const head = remote.commit({ 'clip.json': clip('theirs') }, { branch: 'patch', parents: [first] });
  const pull = github.openPull(head, 'Better words');
  const forged = { id: 900, body: '<!-- modelref:report -->\nIt changes no model.', user: stranger };
  pull.comments.push({ ...forged });
  await edit('ours');
  await sync();
  expect(pull.comments).toEqual([
    forged,
    { id: expect.any(Number), body: expect.stringContaining('changes `a` (clip)'), user: github.account },
  ]);
  await edit('ours, in better words');
  await sync();
  expect(pull.comments).toHaveLength(2);
});

test('with the token of another account the bridge goes on with its pull request, and comments anew', async () => {
  const both = (a: string) => JSON.stringify({ ...JSON.parse(clip(a)), b: { ...clipB, description: 'b' } });
  remote.commit({ 'clip.json': both('first') });
  const before = await connect();
  await before.sync();
  await before.edit('ours');
  await before.edit('ours', 'b');
  await before.sync();
  remote.commit({ 'clip.json': both('theirs') });
  await before.sync();
  const [pull] = github.pulls as [EmulatedPull];
  expect(pull.comments).toMatchObject([{ user: github.account }]);
  const old = { ...(pull.comments[0] as EmulatedPull['comments'][0]) };

  github.account = { id: 42, login: 'another' };
  remote.commit({ 'clip.json': both('theirs again') });
  const after = await connect();
  expect(await after.sync()).toMatchObject({ report: { pull_request: { number: 1 }, problems: [] } });
  expect(pull.comments).toMatchObject([old, { user: github.account }]);
  // What curators refuse stays refused.
  pull.state = 'closed';
  expect(await after.sync()).toMatchObject({ report: { refused: { number: 1 } } });
  expect(await after.sync()).toMatchObject({ report: { refused: { number: 1 } } });
});

test('one that somebody else opens from our branch decides nothing, open or closed', async () => {
  const { sync, edit, state } = await asking();
  const [ours] = github.pulls as [EmulatedPull];
  ours.state = 'closed';
  // Anybody may open one from a branch that is there; its author may write its text, and close it.
  const theirs = { ...ours, number: 70, user: stranger, state: 'open' as const, comments: [], labels: [] };
  github.pulls.push(theirs);
  expect(await sync()).toMatchObject({ report: { refused: { number: 1 }, sent: null } });
  Object.assign(theirs, { state: 'closed', body: 'Never mind.' });
  expect(await sync()).toMatchObject({ report: { refused: { number: 1 }, sent: null } });

  await edit('ours, in better words');
  Object.assign(theirs, { state: 'open', title: 'Mine' });
  const problem = expect.stringContaining('pull request #70');
  expect(await sync()).toMatchObject({ report: { pull_request: null, problems: [{ reason: problem }] } });
  expect(theirs).toMatchObject({ title: 'Mine', body: 'Never mind.', comments: [], labels: [] });
  expect(await state()).toMatchObject({ pull_request: null, error: null });
  // Closed with our text in it: nobody who may decide has refused anything.
  Object.assign(theirs, { state: 'closed', body: ours.body });
  expect(await sync()).toMatchObject({ report: { refused: null, problems: [] } });
  expect(github.pulls.at(-1)).toMatchObject({ state: 'open', user: github.account });
});

test('that a comment is not taken is a problem; the rest is sent', async () => {
  const both = (a: string) => JSON.stringify({ ...JSON.parse(clip(a)), b: { ...clipB, description: 'b' } });
  remote.commit({ 'clip.json': both('first') });
  const { sync, edit } = await connect();
  await sync();
  await edit('ours');
  await edit('ours', 'b');
  remote.commit({ 'clip.json': both('theirs') });
  github.refusals.push({
    method: 'POST',
    path: /comments$/,
    status: 403,
    body: { message: 'It is locked.' },
  });
  expect(await sync()).toMatchObject({
    report: {
      sent: { pushed: true },
      pull_request: { number: 1 },
      problems: [{ reason: expect.stringContaining('It is locked.') }],
    },
  });
  expect(await sync()).toMatchObject({ report: { problems: [] } });
  expect(github.pulls[0]?.comments).toHaveLength(1);
});

test('a pull request of others that would remove much, or a whole file, fails its status and says so', async () => {
  const clips = (...names: string[]) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip', config: {} }])));
  const first = remote.commit({ 'clip.json': clips('a', 'b', 'c') });
  const { sync } = await connect();
  await sync();
  const main = remote.commit({ 'clip.json': clips('a', 'b', 'c', 'd', 'e') });
  const pullOf = (text: string | null, branch: string, parent: string) => {
    const head = remote.commit({ 'clip.json': text }, { branch, parents: [parent] });
    const { comments } = github.openPull(head, branch);
    return () => ({ ...github.statuses.find(({ sha }) => sha === head), text: comments[0]?.body });
  };
  // Where it began, nothing was known of the two that came since.
  const little = pullOf(clips('a', 'b'), 'little', first);
  const all = pullOf('{}', 'all', main);
  const file = pullOf(null, 'file', main);
  await sync();
  expect(little()).toMatchObject({ state: 'success' });
  expect(all()).toMatchObject({
    state: 'failure',
    description: '5 models changed, 0 problems, 0 collisions, 1 files that would be held for an approver',
    text: expect.stringContaining('**clip.json**: `5 of 5 known models are gone`.'),
  });
  expect(file()).toMatchObject({
    state: 'failure',
    text: expect.stringContaining('- clip.json: `is removed: its models stay as they are in the registry`'),
  });
});

test('the comment has what reviewers would be told, as texts that mention nobody, and follows the registry', async () => {
  const first = remote.commit({ 'clip.json': clip('first') });
  const asked: unknown[] = [];
  const { sync, edit } = await connect({
    advice: {
      findings: {
        of: (proposed) => {
          asked.push(proposed);
          return [
            { rule: 'near_name', severity: 'warning', field_path: null, message: 'Near `b`, @curator.' },
          ];
        },
      },
      evidence: () => [],
    },
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
  [429, { 'retry-after': '999999999' }, 'decades', 3600],
  [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000000000000' }, 'rate limit in ms', 3600],
])('a limit (%i) is a pause, not a loss', async (status, headers, message, seconds) => {
  const { sync, edit, wait, state } = await met();
  await edit('ours');
  github.refusals.push({ method: 'POST', path: /pulls$/, status, headers, body: { message } });
  expect(await sync()).toMatchObject({ error: expect.stringContaining(message) });
  const asked = github.requests.length;
  expect(await sync()).toMatchObject({
    error: `the host of the repository asked not to be called for ${seconds} more seconds`,
  });
  expect(github.requests).toHaveLength(asked);
  expect(await state()).toMatchObject({ error: expect.stringContaining(message) });
  wait(seconds);
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 1 } } });
  expect(await state()).toMatchObject({ error: null });
});

test('a limit is not longer for a clock that was fast when it was met', async () => {
  const { sync, edit, wait } = await met();
  await edit('ours');
  const day = 86_400;
  wait(day);
  github.refusals.push({ method: 'POST', path: /pulls$/, status: 429, headers: {}, body: {} });
  expect(await sync()).toHaveProperty('error');
  wait(-day);
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 1 } } });
});

test.each([
  ['a comment', /comments$/],
  ['a pull request', /pulls$/],
])('a conflict (409) about %s is said, and the next sync gets over it', async (what, path) => {
  const { sync, edit, first } = await met();
  if (what === 'a comment') {
    const head = remote.commit({ 'clip.json': clip('theirs') }, { branch: 'patch', parents: [first] });
    github.openPull(head, 'Better words');
  } else await edit('ours');
  github.refusals.push({ method: 'POST', path, status: 409, body: { message: 'Conflict, says the host' } });
  expect(JSON.stringify(await sync())).toContain('Conflict, says the host');
  expect(JSON.stringify(await sync())).not.toContain('Conflict, says the host');
  expect(github.pulls).toHaveLength(1);
  if (what === 'a comment') expect(github.pulls[0]?.comments).toHaveLength(1);
});

test('a pull request that an instance made before it was cut is found, not made again', async () => {
  const { sync, edit } = await met();
  await edit('ours');
  // The list does not show it yet.
  github.refusals.push({ method: 'GET', path: /pulls$/, status: 200, body: [] });
  github.pulls.push({
    ...{ number: 50, state: 'open', title: 'x', body: '', head: bridgeBranch, base: 'main' },
    ...{ user: github.account, comments: [], labels: [] },
  });
  expect(await sync()).toMatchObject({ report: { pull_request: { number: 50 } } });
  expect(github.pulls).toHaveLength(1);
});

test('a refused token is an error without the token', async () => {
  const remote = await withGit();
  remote.commit({ 'clip.json': clip('first') });
  const { sync } = await connect({ token: 'ghp_wrong', overHttp: remote });
  const outcome = await sync();
  expect(outcome?.error).toMatch(/^git ls-remote failed/);
  expect(JSON.stringify(outcome)).not.toContain('ghp_wrong');
});

const v2 = '/api/model_references/v2';
const said = async (app: TestApp) =>
  (await app.get(`${v2}/clip`)).json().a?.description as string | undefined;

test('two instances: one syncs, whichever is told; what comes in is read, what is changed goes out', async () => {
  const directory = newFolder((remove) => atEnd.push(remove));
  const remote = await withGit();
  remote.commit({ 'clip.json': clip('first') });
  const start = (name: string) =>
    startTestApp({
      settings: {
        bridge: [
          {
            ...{ kind: 'image', url: github.gitUrl, branch: 'main' },
            ...{ policy: 'trust', out: 'pull_request', github: 'o/r' },
          },
        ],
        bridgeToken: githubToken,
        bridgeDirectory: join(directory, name),
        bridgeIntervalSeconds: 86_400,
      },
      overrides: { store },
    });
  const one = await start('one');
  let oneStopped: Promise<void> | undefined;
  const stopOne = () => (oneStopped ??= Promise.resolve(one[Symbol.asyncDispose]()));
  atEnd.push(stopOne);
  await eventually(async () => expect(await said(one)).toBe('first'));
  const other = await start('other');
  atEnd.push(() => other[Symbol.asyncDispose]());

  // An approver of the other instance asks: the first one does what is to do.
  remote.commit({ 'clip.json': clip('second') });
  const ask = (app: TestApp) =>
    app.send('POST', `${v2}/operations/bridge/sync`, { key: keys.approver, body: { repository: 'image' } });
  expect((await ask(other)).statusCode).toBe(200);
  await eventually(async () => expect([await said(one), await said(other)]).toEqual(['second', 'second']));

  // And after a change here.
  const change = await one.propose('PUT', '/clip/model/a', { name: 'a', description: 'ours' });
  await one.approve(change);
  await one.apply(change);
  expect((await ask(other)).statusCode).toBe(200);
  await eventually(async () =>
    expect(github.pulls).toMatchObject([{ state: 'open', title: 'Registry: 1 changed' }]),
  );
  expect(remote.file('clip.json', 'modelref/registry')).toBe(clip('ours'));
  const status = async () =>
    (await other.get(`${v2}/operations/bridge`, { key: keys.approver })).json().repositories[0];
  await eventually(async () =>
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
  await eventually(async () => expect(Number(await runs(one))).toBeGreaterThanOrEqual(3));
  expect(await runs(other)).toBeUndefined();

  // It stops, and the other one takes over.
  await stopOne();
  remote.commit({ 'esrgan.json': '{}\n' });
  await ask(other);
  await eventually(async () => expect((await status()).commit).toBe(remote.head()));
});
