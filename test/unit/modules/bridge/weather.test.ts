import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { openGitRepository } from '../../../../src/outside/git-repository.ts';
import type { Store } from '../../../../src/store/store.ts';
import { bridgeSetup, GitRemote } from '../../../support/bridge-setup.ts';
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
