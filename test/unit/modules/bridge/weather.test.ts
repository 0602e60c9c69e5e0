import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { type Bridge, bridgeInMemory, bridgeSetup, GitRemote } from '../../../support/bridge-setup.ts';
import { freePort } from '../../../support/free-port.ts';
import { startRemoteHost } from '../../../support/remote-host.ts';
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
/** For what needs no git: without its processes. */
const inMemory = (how: Parameters<typeof bridgeInMemory>[1] = {}) =>
  bridgeInMemory(store, { kind: 'image', ...how });
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
async function edit({ write }: Bridge, category: string, name: string, change: JsonObject) {
  const found = await store.read((tx) => modelStore(tx).get(category, name));
  const record = { ...(JSON.parse(found?.v2 ?? '{}') as JsonObject), name, ...change };
  const caller = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
  await write({ category, operation: found ? 'update' : 'create', name, record, format: 'v2', caller });
}

test('a title of a megabyte is stored shortened, wherever it is kept', async () => {
  const bridge = inMemory({ policy: 'review' });
  bridge.remote.commit({ 'clip.json': clip('A', 'B') }, { message: `${'long '.repeat(200_000)}\n\nBody.` });
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
    const bridge = inMemory();
    bridge.remote.commit({ 'clip.json': clip('A') });
    await bridge.sync();
    bridge.remote.commit(files);
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
    const bridge = inMemory({ kind: 'text' });
    bridge.remote.commit(textFiles(row('One')));
    await bridge.sync();
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    bridge.remote.commit({ 'generation_params.json': null });
    const gone = {
      file: 'models.csv',
      reason: expect.stringMatching(/^generation_params.json is not .* nothing is sent/),
    };
    expect(await bridge.sync()).toMatchObject({ problems: [gone], sent: null, outgoing: [{}] });
  });
});

test('while the generator of db.json stops at a row, nothing is sent that its check would refuse', async () => {
  const short = 'acme/Short,7';
  const bridge = inMemory({ kind: 'text' });
  const { remote } = bridge;
  remote.commit(textFiles(row('One'), row('Two')));
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
  expect(remote.file('db.json', bridgeBranch)).not.toBe(remote.file('db.json'));
});

test('what a file cannot hold is named, and does not wait to be merged for ever', async () => {
  const bridge = inMemory({ kind: 'text' });
  bridge.remote.commit(textFiles(row('One'), row('Two')));
  await bridge.sync();
  bridge.remote.commit({
    'models.csv': 'name,parameters_bn,style\r\nacme/One,7,chat\r\nacme/Two,7,chat\r\n',
  });
  await bridge.sync({ accepting: true });
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  const problem = { file: 'models.csv', name: 'acme/One', reason: expect.stringContaining('description') };
  expect(await bridge.sync()).toMatchObject({
    outgoing: [],
    sent: null,
    problems: expect.arrayContaining([expect.objectContaining(problem)]),
  });
});

const utf16 = (text: string) => ({ bytes: Buffer.from(`\ufeff${text}`, 'utf16le') });
const bare16 = (text: string) => ({ bytes: Buffer.from(text, 'utf16le') });

describe('a file in another form', () => {
  const csv = [header, row('One'), row('Two'), ''];
  test.each<[string, string]>([
    ['with a BOM', `\ufeff${csv.join('\r\n')}`],
    ['with LF', csv.join('\n')],
    ['without a line end at its end', csv.join('\r\n').trimEnd()],
  ])('of text models, %s, is read, and written as it is', async (_what, text) => {
    const bridge = inMemory({ kind: 'text' });
    bridge.remote.commit({ ...textFiles(), 'db.json': null, 'models.csv': text });
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [], outgoing: [] });
    await edit(bridge, 'text_generation', 'acme/Two', { description: 'ours' });
    await bridge.sync();
    expect(bridge.remote.file('models.csv', bridgeBranch)).toBe(text.replace(row('Two'), row('Two', 'ours')));
  });

  test.each<[string, string]>([
    ['with a BOM', `\ufeff${clip('A', 'B')}`],
    ['with CRLF', clip('A', 'B').replaceAll('\n', '\r\n')],
  ])('of JSON, %s, is read, and written as it is', async (_what, text) => {
    remote.commit({ 'clip.json': text });
    const bridge = await setup();
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [], outgoing: [] });
    await edit(bridge, 'clip', 'B', { description: 'ours' });
    await bridge.sync();
    const lines = remote.git('diff', '--unified=0', 'main', bridgeBranch).match(/^[-+](?![-+])/gm);
    expect(lines?.length).toBeLessThanOrEqual(4);
    expect(remote.file('clip.json', bridgeBranch).startsWith(text.slice(0, 20))).toBe(true);
    remote.git('update-ref', '-d', `refs/heads/${bridgeBranch}`);
  });

  type Content = Parameters<GitRemote['commit']>[0][string];
  const bad: Record<'image' | 'text', [file: string, good: string, Record<string, Content>]> = {
    image: [
      'clip.json',
      clip('A'),
      {
        'UTF-16': utf16(clip('A')),
        'UTF-16 without a BOM': bare16(clip('A')),
        'NUL characters': clip('A').replace('"A": {', '"A\0": {'),
        'cut in the middle': clip('A').slice(0, 30),
        'Latin-1': { bytes: Buffer.from(clip('Ä'), 'latin1') },
      },
    ],
    text: [
      'models.csv',
      csv.join('\r\n'),
      {
        'UTF-16': utf16(csv.join('\r\n')),
        'UTF-16 without a BOM': bare16(csv.join('\r\n')),
        'NUL characters': csv.join('\r\n').replaceAll('acme', '\0acme'),
        'numbers beyond the range': csv.join('\r\n').replaceAll(',7,', ',1e999,'),
      },
    ],
  };
  test.each(['image', 'text'] as const)('of the %s repository is named and removes nothing', async (kind) => {
    const [file, good, contents] = bad[kind];
    remote.commit({ 'db.json': null, [file]: good });
    const bridge = await setup({ kind });
    await bridge.sync();
    const category = kind === 'image' ? 'clip' : 'text_generation';
    const before = await live(category);
    for (const [form, content] of Object.entries(contents)) {
      remote.commit({ [file]: content });
      const report = await bridge.sync();
      expect(report, form).toMatchObject({ proposed: [], outgoing: [] });
      expect(report.problems[0], form).toMatchObject({ file });
    }
    expect(await live(category)).toEqual(before);
    remote.commit({ [file]: good });
    expect(await bridge.sync()).toMatchObject({ proposed: [], outgoing: [], problems: [] });
  });
});

test('a merge commit with changes of its own is taken in as a whole', async () => {
  const base = remote.commit({ 'clip.json': clip('A') });
  const bridge = await setup();
  await bridge.sync();
  const side = remote.commit({ 'clip.json': clip('A', 'B') }, { branch: 'side', parents: [base] });
  const ours = remote.commit({ 'clip.json': clip('A', 'C') }, { parents: [base] });
  remote.commit({ 'clip.json': clip('A', 'B', 'C', 'Evil') }, { parents: [ours, side], message: 'Merged' });
  const report = await bridge.sync();
  expect(report.commits.map(({ title, proposed }) => [title, proposed])).toEqual([
    ['Added X', 1],
    ['Merged', 2],
  ]);
  expect(await live()).toEqual(['A', 'B', 'C', 'Evil']);
  remote.git('update-ref', '-d', 'refs/heads/side');
});

test.each([0, 99_999_999_999])('a commit of the time %i is one like any other', async (time) => {
  remote.commit({ 'clip.json': clip('A') });
  const bridge = await setup();
  await bridge.sync();
  remote.commit({ 'clip.json': clip('A', 'B') }, { time });
  expect(await bridge.sync()).toMatchObject({ applied: 1, problems: [] });
  await edit(bridge, 'clip', 'A', { description: 'ours' });
  expect(await bridge.sync()).toMatchObject({ sent: { pushed: true }, problems: [] });
  expect(await bridge.sync()).toMatchObject({ sent: { pushed: false } });
  remote.git('update-ref', '-d', `refs/heads/${bridgeBranch}`);
});

describe('a remote', () => {
  const ask = (url: string, network: number) =>
    openGitRepository({
      ...{ url, directory: folder(), token: null, timeoutMs: { network, local: 20_000 } },
    }).then((copy) => copy.refs(['refs/heads/main']));
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'modelref-copy-'));
    atEnd.push(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  test('that never answers is given up', async () => {
    await using host = await startRemoteHost(() => {});
    await expect(ask(`http://127.0.0.1:${host.port}/r.git`, 1_000)).rejects.toThrow(
      /did not end within 1000 ms/,
    );
  });

  test('that is away is an error', async () => {
    await expect(ask(`http://127.0.0.1:${await freePort()}/r.git`, 60_000)).rejects.toThrow(
      /^git ls-remote failed.*(Failed to connect|Could ?n.t connect|refused)/is,
    );
  });

  test('that asks for a name and a password gets none, and is given up at once', async () => {
    await using host = await startRemoteHost((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
    });
    await expect(ask(`http://127.0.0.1:${host.port}/r.git`, 60_000)).rejects.toThrow(
      /Authentication failed|could not read|terminal prompts disabled/i,
    );
  });

  test('that quotes the request in its answer makes no error with the token', async () => {
    await using host = await startRemoteHost((request, response) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(JSON.stringify(request.headers));
    });
    const copy = await openGitRepository({
      ...{ url: `http://127.0.0.1:${host.port}/r.git`, directory: folder() },
      ...{ token: 'secret-token', timeoutMs: { network: 20_000, local: 20_000 } },
    });
    await expect(copy.refs(['refs/heads/main'])).rejects.toThrow(/Basic \*\*\*"/);
  });

  test('for whose commits the disk has no room is an error, and taken in when there is room', async () => {
    const commit = remote.commit({ 'clip.json': clip('A', 'X') });
    const bridge = await setup();
    const bin = folder();
    // Git itself, which may write files of no length.
    const { PATH } = process.env;
    writeFileSync(join(bin, 'git'), `#!/bin/sh\nulimit -f 0\nPATH='${PATH}' exec git "$@"\n`, {
      mode: 0o755,
    });
    process.env.PATH = `${bin}:${PATH}`;
    try {
      await expect(bridge.sync()).rejects.toThrow(/^git fetch failed/);
    } finally {
      process.env.PATH = PATH;
    }
    expect(await bridge.sync()).toMatchObject({ commit, applied: 2 });
  });
});

test('what only the registry has of a text model stays when its row is edited there', async () => {
  const bridge = inMemory({ kind: 'text' });
  bridge.remote.commit({
    ...textFiles(),
    ...{ 'db.json': null, 'models.csv': [header, row('One'), ''].join('\r\n') },
  });
  await bridge.sync();
  const own = { name: 'acme/One', parameters: 7e9, style: 'chat', license: 'mit' };
  await bridge.write({
    ...{ category: 'text_generation', operation: 'update', name: 'acme/One', record: own, format: 'legacy' },
    caller: { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true },
  });
  expect(await bridge.sync()).toMatchObject({ outgoing: [] });
  bridge.remote.commit({ 'models.csv': [header, row('One', 'theirs'), ''].join('\r\n') });
  expect(await bridge.sync()).toMatchObject({ applied: 1, outgoing: [] });
  const found = await store.read((tx) => modelStore(tx).get('text_generation', 'acme/One'));
  expect(JSON.parse(found?.legacy ?? '')).toMatchObject({ description: 'theirs', license: 'mit' });
});
