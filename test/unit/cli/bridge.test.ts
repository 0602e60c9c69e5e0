import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bridgeStore } from '../../../src/modules/bridge/store.ts';
import { leaseStore } from '../../../src/modules/leases/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { githubToken, startGithub } from '../../support/emulators/github.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startModelref } from './process.ts';
import { modelref } from './terminal.ts';

let folder: string;
let remote: GitRemote;
beforeEach(() => {
  folder = newFolder();
  remote = new GitRemote();
});
afterEach(() => remote.remove());

const environment = () => ({
  MODELREF_DATABASE_URL: `sqlite:${folder}/registry.db`,
  MODELREF_BRIDGE_DIRECTORY: join(folder, 'bridge'),
  MODELREF_BRIDGE: JSON.stringify([{ kind: 'image', url: `file://${remote.path}`, policy: 'trust' }]),
});
const clip = '{\n\t"a": {\n\t\t"name": "a",\n\t\t"type": "clip",\n\t\t"config": {}\n\t},\n\t"b": 7\n}\n';

const askedService = 'Requested a sync from the running service. For its result: modelref bridge status';

test('bridge sync says what it would do, does it, and status what is known', async () => {
  const commit = remote.commit({ 'clip.json': clip }, { message: 'Added a' }).slice(0, 12);
  const problem = 'clip.json:7: b: is not a JSON object';
  expect(await modelref(['bridge', 'sync', '--dry-run'], environment())).toEqual({
    code: 0,
    printed: [
      `image: at ${commit}`,
      `  in   ${commit} Added a: 1 changes would be proposed`,
      '       create clip/a',
    ],
    noted: [`  ${problem}`],
  });
  expect((await modelref(['bridge', 'status'], environment())).printed[0]).toBe(
    'image: never synced, at no commit',
  );
  const { code, printed } = await modelref(['bridge', 'sync'], environment());
  expect({ code, last: printed.at(-1) }).toEqual({
    code: 0,
    last: '       1 of them are live already, because the policy of the repository is trust',
  });
  const again = await modelref(['bridge', 'sync', '--json'], environment());
  expect(JSON.parse(again.printed.join('\n'))).toMatchObject([{ report: { proposed: [], outgoing: [] } }]);
  expect((await modelref(['bridge', 'status'], environment())).printed.slice(1)).toEqual([
    '  0 models changed in the registry and not merged there, 0 conflicts, 1 problems',
    `  ${problem}`,
  ]);
  const database = new DatabaseSync(join(folder, 'registry.db'));
  const refused = JSON.stringify({ number: 7, url: 'https://github.com/o/r/pull/7' });
  database
    .prepare("UPDATE bridge_repositories SET state = json_set(state, '$.refused', json(?))")
    .run(refused);
  database.close();
  expect((await modelref(['bridge', 'status'], environment())).printed).toContain(
    '  held  the pull request https://github.com/o/r/pull/7 was closed unmerged: nothing is pushed until there are other changes, or it is reopened',
  );
});

const clips = (...names: string[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip', config: {} }])));

test('a commit that removes much is asked about, and taken in by --accept, while it is the head', async () => {
  const bridge = (...words: string[]) => modelref(['bridge', ...words], environment());
  const first = remote.commit({ 'clip.json': clips('a', 'b', 'c') });
  await bridge('sync');
  const asked = remote.commit({ 'clip.json': clips('a') }, { message: 'Removed two' });
  const asks =
    '  held  clip.json is held, and nothing is pushed until it is accepted: 2 of 3 known models are gone';
  const how = (commit: string) => `        to accept it: modelref bridge sync --accept ${commit}`;
  expect((await bridge('sync')).printed).toEqual([`image: at ${asked.slice(0, 12)}`, asks, how(asked)]);
  const question = [asks, '        gone: b', '        gone: c', how(asked)];
  expect((await bridge('status')).printed.slice(2)).toEqual(question);

  for (const [words, code, said] of [
    [[asked.slice(0, 12)], 2, 'all 40 hexadecimal digits'],
    [[asked, '--dry-run'], 2, "'--dry-run'"],
    [[first], 1, `Commit ${first} is not waiting for acceptance; waiting: ${asked}.`],
  ] as const) {
    const refused = await bridge('sync', '--accept', ...words);
    expect({ code: refused.code, noted: refused.noted.join() }).toEqual({
      code,
      noted: expect.stringContaining(said),
    });
  }
  expect((await bridge('status')).printed.slice(2)).toEqual(question);

  const next = remote.commit({ 'clip.json': '{}' }, { message: 'Removed all' });
  const late = await bridge('sync', '--accept', asked);
  expect({ code: late.code, noted: late.noted.at(-1) }).toEqual({
    code: 1,
    noted: `Commit ${asked} was not accepted: the newest commit of image is now ${next}.`,
  });
  expect(late.printed).toContain(how(next));

  // A service runs, and syncs.
  const store = await openStore(environment().MODELREF_DATABASE_URL);
  const lease = await store.write((tx) => leaseStore(tx).acquire('bridge', 'the service', 60_000));
  expect(await bridge('sync', '--accept', next)).toEqual({ code: 0, printed: [], noted: [askedService] });
  const [request] = await store.read((reader) => bridgeStore(reader).waitingRequests(10));
  expect(request).toMatchObject({ repository: 'image', reason: `modelref bridge sync --accept ${next}` });
  expect((await bridge('status')).printed.at(-1)).toContain('accepted this commit; the next sync imports it');
  if (lease) await store.write((tx) => leaseStore(tx).release(lease));
  await store.close();

  const { code, printed } = await bridge('sync', '--accept', next);
  expect({ code, last: printed.at(-1) }).toEqual({
    code: 0,
    last: '       3 of them are live already, because the policy of the repository is trust',
  });
  const again = await bridge('sync', '--accept', next);
  expect({ code: again.code, noted: again.noted }).toEqual({
    code: 1,
    noted: [`Commit ${next} is not waiting for acceptance; waiting: none.`],
  });
});

test('beside a running service, bridge sync asks that to sync', async () => {
  const store = await openStore(environment().MODELREF_DATABASE_URL);
  await store.write((tx) => leaseStore(tx).acquire('bridge', 'the service', 60_000));
  expect(await modelref(['bridge', 'sync'], environment())).toEqual({
    code: 0,
    printed: [],
    noted: [askedService],
  });
  const asked = await store.read((tx) => bridgeStore(tx).waitingRequests(10));
  expect(asked).toMatchObject([{ repository: 'image', reason: 'modelref bridge sync' }]);
  await store.close();
});

test('problems are acknowledged once, and then new ones are seen', async () => {
  const bridge = (...words: string[]) => modelref(['bridge', ...words], environment());
  remote.commit({ 'clip.json': clip });
  await bridge('sync');
  expect(await bridge('acknowledge')).toEqual({
    code: 0,
    printed: ['image: clip.json:7: b: is not a JSON object'],
    noted: [],
  });
  expect((await bridge('acknowledge')).printed).toEqual(['image: no new problems']);
  remote.commit({ 'clip.json': clip.replace('\t"b"', '\t"c": 7,\n\t"b"') });
  for (let times = 0; times < 2; times += 1) {
    await bridge('sync');
    expect((await bridge('status')).printed.slice(1)).toEqual([
      '  0 models changed in the registry and not merged there, 0 conflicts, 1 problems and 1 acknowledged',
      '  clip.json:7: c: is not a JSON object',
    ]);
  }
  // What was mended meanwhile is a new problem when it comes back.
  for (const text of [clip.replace(',\n\t"b": 7', ''), clip]) {
    remote.commit({ 'clip.json': text });
    await bridge('sync');
  }
  expect((await bridge('status')).printed.at(-1)).toBe('  clip.json:7: b: is not a JSON object');
});

test('a repository that cannot be asked is an error, and exit code 1', async () => {
  remote.remove();
  const { code, noted } = await modelref(['bridge', 'sync'], environment());
  expect(code).toBe(1);
  expect(noted).toEqual([
    expect.stringMatching(/^image: git ls-remote failed \(128\): /),
    '1 of 1 repositories were not synced.',
  ]);
});

test('without a repository there is nothing to sync', async () => {
  const { code, noted } = await modelref(['bridge', 'sync'], { ...environment(), MODELREF_BRIDGE: '' });
  expect({ code, noted }).toEqual({
    code: 1,
    noted: ['There is nothing to sync: MODELREF_BRIDGE names no repository.'],
  });
});

test('a sync with several writes at the host ends when it is done: with its state, and without the lease', async () => {
  await using github = await startGithub(remote);
  const first = remote.commit({ 'clip.json': clip });
  const head = remote.commit({ 'clip.json': '{}\n' }, { branch: 'patch', parents: [first] });
  github.openPull(head, 'Fewer');
  const withHost = {
    ...environment(),
    MODELREF_BRIDGE: JSON.stringify([{ kind: 'image', url: github.gitUrl, policy: 'trust', github: 'o/r' }]),
    MODELREF_BRIDGE_TOKEN: githubToken,
  };
  await using sync = await startModelref(['bridge', 'sync', '--json'], withHost);
  expect({ code: await sync.ended(), output: sync.output() }).toEqual({
    code: 0,
    output: expect.stringContaining('"report"'),
  });
  expect(github.pulls[0]?.comments).toHaveLength(1);
  expect(github.statuses).toMatchObject([{ sha: head }]);
  const database = new DatabaseSync(join(folder, 'registry.db'));
  const stored = database.prepare('SELECT state FROM bridge_repositories').get() as { state: string };
  database.close();
  expect(JSON.parse(stored.state)).toMatchObject({ error: null, reported: { 1: {} } });
  // Nobody holds the lease: another one may sync at once.
  expect((await modelref(['bridge', 'sync'], withHost)).code).toBe(0);
});
