import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { bridgeBranch } from '../../../../src/modules/bridge/bridged-repository.ts';
import { bridgeStore } from '../../../../src/modules/bridge/store.ts';
import { syncRepository } from '../../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { generateDbJson } from '../../../../src/modules/transfer/repository-files/db-json.ts';
import { openGitRepository } from '../../../../src/outside/git-repository.ts';
import type { Store } from '../../../../src/store/store.ts';
import { type BridgeSetup, bridgeSetup, GitRemote } from '../../../support/bridge-setup.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

/** One repository for all: each test begins with a commit of the files that it needs. */
const remote = new GitRemote();
afterAll(() => remote.remove());

let store: Store;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});
const setup = (how: Parameters<typeof bridgeSetup>[2] = {}) =>
  bridgeSetup(store, (undo) => atEnd.push(undo), { remote, kind: 'image', ...how });
async function live(category = 'clip'): Promise<string[]> {
  return (await store.read((tx) => modelStore(tx).list(category))).map(({ name }) => name);
}
const clip = (...names: string[]) =>
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip', config: {} }])), null, 4)}\n`;

describe('the copy of a repository', () => {
  const open = (directory: string, network = 20_000) =>
    openGitRepository({ url: remote.path, directory, token: null, timeoutMs: { network, local: 20_000 } });

  test.each<[string, (path: (name: string) => string) => void]>([
    ['has only its HEAD', (path) => {
      for (const name of ['objects', 'refs', 'config']) rmSync(path(name), { recursive: true });
    }],
    ['has a spoilt HEAD', (path) => writeFileSync(path('HEAD'), 'ref')],
    ['has no objects', (path) => rmSync(path('objects'), { recursive: true })],
    ['has no refs', (path) => rmSync(path('refs'), { recursive: true })],
    ['has an empty HEAD', (path) => writeFileSync(path('HEAD'), '')],
    ['has an empty configuration', (path) => writeFileSync(path('config'), '')],
    ['is gone', (path) => rmSync(path('.'), { recursive: true })],
    ['was being locked when its process was killed', (path) => {
      mkdirSync(path('refs/remote/heads'), { recursive: true });
      writeFileSync(path('refs/remote/heads/main.lock'), '');
      utimesSync(path('refs/remote/heads/main.lock'), 1, 1);
    }],
  ])('that %s is mended', async (_what, happens) => {
    remote.commit({ 'clip.json': clip('A') });
    const { directory } = await setup();
    happens((name) => join(directory, name));
    const tries = [];
    for (let tried = 0; tried < 2; tried += 1) {
      const copy = await open(directory);
      const fetched = await copy.fetch(['refs/heads/main']).then(() => true, () => false);
      tries.push(fetched && (await copy.has(remote.head() as string)));
    }
    expect(tries.at(-1)).toBe(true);
  }); // biome-ignore format: a table
});

const header = 'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const row = (name: string, description = '') => `acme/${name},7,,,,${description},chat,,,`;
/** The files of the text repository with these rows. */
function textFiles(...rows: string[]): Record<string, string> {
  const csv = [header, ...rows, ''].join('\r\n');
  const beside = {
    'defaults.json': '{"baseline": "", "version": "1", "nsfw": false}',
    'generation_params.json': '{"temperature": 1}',
  };
  const made = generateDbJson(csv, {
    defaults: beside['defaults.json'],
    generationParams: beside['generation_params.json'],
  });
  return { ...beside, 'models.csv': csv, 'db.json': 'text' in made ? made.text : '{}\n' };
}
/** A write here that is live at once. */
async function edit({ write }: BridgeSetup, category: string, name: string, change: JsonObject) {
  const found = await store.read((tx) => modelStore(tx).get(category, name));
  const record = { ...(JSON.parse(found?.v2 ?? '{}') as JsonObject), name, ...change };
  const caller = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
  await write({ category, operation: found ? 'update' : 'create', name, record, format: 'v2', caller });
}

test('a title of a megabyte is stored shortened, wherever it is kept', async () => {
  const bridge = await setup({ policy: 'review' });
  remote.commit({ 'clip.json': clip('A', 'B') }, { message: `${'long '.repeat(200_000)}\n\nBody.` });
  await bridge.sync();
  const kept = await store.read(async (tx) => [
    ...(await changeStore(tx).list({}, { limit: 9, offset: 0 })).items,
    await bridgeStore(tx).state('image'),
  ]);
  expect(kept).toHaveLength(3);
  for (const each of kept) expect(JSON.stringify(each).length).toBeLessThan(12_000);
});

describe('a file that is not there', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['gone', { 'clip.json': null }, 'is not in the repository: its 1 models stay'],
    ['called otherwise', { 'clip.json': null, 'Clip.JSON': clip('A') }, 'there is Clip.JSON'],
  ])('%s is reported, and changes nothing', async (_what, files, reason) => {
    remote.commit({ 'clip.json': clip('A'), 'Clip.JSON': null });
    const bridge = await setup();
    await bridge.sync();
    remote.commit(files);
    for (let times = 0; times < 2; times += 1) {
      expect(await bridge.sync()).toMatchObject({
        ...{ proposed: [], outgoing: [] },
        problems: [{ file: 'clip.json', reason: expect.stringContaining(reason) }],
      });
    }
    expect(await live()).toEqual(['A']);
    // Whoever meets the repository like this is told, too.
    const stranger = { ...bridge.repository, name: 'stranger' };
    expect(await syncRepository(bridge.options, stranger, { dryRun: true })).toMatchObject({
      problems: [{ file: 'clip.json' }],
    });
  });

  test('among those from which db.json is made: reported, and db.json is not left behind', async () => {
    remote.commit(textFiles(row('One')));
    const bridge = await setup({ kind: 'text' });
    await bridge.sync();
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    remote.commit({ 'generation_params.json': null });
    const gone = {
      file: 'models.csv',
      reason: expect.stringMatching(/^generation_params.json is not .* nothing is sent/),
    };
    expect(await bridge.sync()).toMatchObject({ problems: [gone], sent: null, outgoing: [{}] });
  });
});

test('while the generator of db.json stops at a row, nothing is sent that its check would refuse', async () => {
  const short = 'acme/Short,7';
  remote.commit(textFiles(row('One'), row('Two')));
  const bridge = await setup({ kind: 'text' });
  await bridge.sync();
  remote.commit({ 'models.csv': [header, row('One'), row('Two'), short, ''].join('\r\n') });
  await bridge.sync();
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  const report = await bridge.sync();
  expect(report).toMatchObject({ sent: null, outgoing: [{ name: 'acme/One' }] });
  expect(report.problems.map(({ line, reason }) => [line, reason])).toContainEqual([
    4,
    expect.stringContaining('nothing is sent'),
  ]);
  expect(remote.head(bridgeBranch)).toBeNull();
  remote.commit(textFiles(row('One'), row('Two'), `${short}${','.repeat(8)}`));
  expect(await bridge.sync()).toMatchObject({ sent: { pushed: true }, problems: [] });
  expect(remote.git('diff', '--stat', 'main', bridgeBranch)).toContain('db.json');
  remote.git('update-ref', '-d', `refs/heads/${bridgeBranch}`);
});

test('what a file cannot hold is named, and does not wait to be merged for ever', async () => {
  remote.commit(textFiles(row('One'), row('Two')));
  const bridge = await setup({ kind: 'text' });
  await bridge.sync();
  remote.commit({ 'models.csv': 'name,parameters_bn,style\r\nacme/One,7,chat\r\nacme/Two,7,chat\r\n' });
  await bridge.sync();
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  const problem = { file: 'models.csv', name: 'acme/One', reason: expect.stringContaining('description') };
  expect(await bridge.sync()).toMatchObject({
    outgoing: [],
    sent: null,
    problems: expect.arrayContaining([expect.objectContaining(problem)]),
  });
});
