import { afterEach, beforeEach, expect, test } from 'vitest';
import { bridgeBranch } from '../../../../src/modules/bridge/bridged-repository.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { exportReferences } from '../../../../src/modules/transfer/export.ts';
import { importReferences } from '../../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import type { PullRequest, PullRequests } from '../../../../src/outside/github.ts';
import type { ReferenceSource } from '../../../../src/outside/reference-url.ts';
import { categories } from '../../../../src/records/categories/index.ts';
import type { Store } from '../../../../src/store/store.ts';
import { bridgeInMemory } from '../../../support/bridge-setup.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
const legacy = (name: string) => ({ name, type: 'clip', config: { files: [], download: [] } });
const clipFile = (...names: string[]) =>
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, legacy(name)])), null, 4)}\n`;

/** A code host that remembers what its pull request says. */
function codeHost() {
  const said = { body: '' };
  const pull = { number: 1, url: 'https://host.example/1', isOwn: true } as PullRequest;
  const pulls: PullRequests = {
    from: async () => null,
    lastRefused: async () => null,
    open: async () => [],
    create: async (_from, _into, _title, body) => {
      said.body = body;
      return pull;
    },
    update: async () => {},
    comment: async () => {},
    label: async () => {},
    status: async () => {},
  };
  return { said, pulls };
}

test('models in beta are not sent, which the pull request says, until the beta is over', async () => {
  const { said, pulls } = codeHost();
  const bridge = bridgeInMemory(store, { kind: 'image', pulls });
  bridge.remote.commit({ 'clip.json': clipFile('old') });
  await bridge.sync();
  const write = (name: string, operation: 'create' | 'update', more: object = {}) =>
    bridge.write({
      category: 'clip',
      operation,
      name,
      record: { record_type: 'clip', name, config: { download: [] }, ...more },
      format: 'v2',
      caller: person,
    });
  await write('trial', 'create', { lifecycle: { state: 'beta' } });
  expect((await bridge.sync()).outgoing).toEqual([]);
  await write('common', 'create');
  const { outgoing, problems } = await bridge.sync();
  expect(outgoing.map(({ name }) => name)).toEqual(['common']);
  expect(problems).toEqual([]);
  expect(Object.keys(JSON.parse(bridge.remote.file('clip.json', bridgeBranch)))).toEqual(['old', 'common']);
  expect(said.body).toContain('1 model is in beta and not sent: `trial` (clip).');
  await write('trial', 'update');
  expect((await bridge.sync()).outgoing.map(({ name }) => name).sort()).toEqual(['common', 'trial']);
  expect(Object.keys(JSON.parse(bridge.remote.file('clip.json', bridgeBranch)))).toContain('trial');
});

test('a legacy export leaves them out and says so, and its import with --prune removes none of them', async () => {
  const bridge = bridgeInMemory(store, { kind: 'image' });
  for (const [name, more] of [
    ['a', {}],
    ['trial', { lifecycle: { state: 'beta' } }],
    ['gone', {}],
  ] as const) {
    const record = { record_type: 'clip', name, config: { download: [] }, ...more };
    await bridge.write({ category: 'clip', operation: 'create', name, record, format: 'v2', caller: person });
  }
  const files = await exportReferences(store, categories, 'legacy');
  const clip = files.find(({ name }) => name === 'clip.json');
  expect(clip?.holds).toBe('2 models, without 1 in beta');
  expect(Object.keys(JSON.parse(clip?.text ?? ''))).toEqual(['a', 'gone']);
  const source: ReferenceSource = {
    label: (path) => path,
    read: async (path) => (path === 'clip.json' ? clipFile('a') : null),
  };
  const read = await readReferenceFiles(source, categories, null);
  await importReferences(store, read, { canonicalFormat: 'v2', now: 1000, prune: true });
  const left = await store.read((tx) => modelStore(tx).list('clip'));
  expect(left.map(({ name }) => name)).toEqual(['a', 'trial']);
});
