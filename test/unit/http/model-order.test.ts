import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A category of the test's own with models of these names, and what is done to it. */
async function filled(category: string, ...names: string[]) {
  await app.seed(category, ...names.map((name) => ({ name })));
  const namesAt = async (version: string) => Object.keys((await app.get(`${version}/${category}`)).json());
  return {
    remove: (name: string) => app.change('DELETE', `/${category}/model/${name}`),
    bringBack: async (model_name: string) => {
      const body = { category, model_name };
      const answer = await app.send('POST', `${v2}/pending_queue/bring_back`, { key: keys.requestor, body });
      await decide(answer.json().change_id);
    },
    /** Imports a file of these models, as another process does beside the service. */
    importFile: async (...given: string[]) => {
      const file = JSON.stringify(Object.fromEntries(given.map((name) => [name, { name, type: category }])));
      const read = async (path: string) => (path === `${category}.json` ? file : null);
      const files = await readReferenceFiles({ label: (path) => path, read }, categories, 'legacy');
      await importReferences(app.store, files, {
        categories: usualCategories,
        canonicalFormat: 'v2',
        now: 1_800_000_000,
      });
    },
    toBeInOrder: async (...order: string[]) => {
      await eventually(async () => expect(await namesAt(v2)).toEqual(order));
      expect(await namesAt(v1)).toEqual(order);
      expect((await verifyStore(app.store)).problems).toEqual([]);
    },
  };
}

async function decide(id: number): Promise<void> {
  await app.approve(id);
  await app.apply(id);
}

test('readers get the order of an imported file, under another ETag, and the feed says who moved', async () => {
  const { importFile, toBeInOrder } = await filled('clip', 'a', 'b', 'own', 'c');
  const { etag } = (await app.get(`${v2}/clip`)).headers;
  await importFile('c', 'a', 'new', 'b');
  await toBeInOrder('c', 'a', 'new', 'b', 'own');
  expect((await app.get(`${v2}/clip`)).headers.etag).not.toBe(etag);
  const { events } = (await app.get(`${v2}/feed`)).json();
  const moves = events.filter((event: object) => 'returned_behind' in event);
  expect(moves).toMatchObject([
    { operation: 'update', model_name: 'c', returned_behind: null },
    { operation: 'create', model_name: 'new', returned_behind: 'a' },
  ]);
  expect((await app.get(`${v2}/clip/model/new`)).statusCode).toBe(200);
});

test('a deleted model comes back to its place, though the others were put into another order since', async () => {
  const { remove, bringBack, importFile, toBeInOrder } = await filled('blip', 'a', 'b', 'c', 'd', 'e');
  for (const name of ['b', 'a', 'e']) await remove(name);
  await importFile('d', 'c');
  await toBeInOrder('d', 'c');
  // It was the first, stood behind the last of all, and stood behind a model that is not there any more.
  await bringBack('a');
  await toBeInOrder('a', 'd', 'c');
  await bringBack('e');
  await toBeInOrder('a', 'd', 'e', 'c');
  await bringBack('b');
  await toBeInOrder('a', 'b', 'd', 'e', 'c');
  // And where it stood if the order has not changed since.
  await remove('d');
  await bringBack('d');
  await toBeInOrder('a', 'b', 'd', 'e', 'c');
});

test('a move makes no proposal stale, and tells nobody of a conflict', async () => {
  const { importFile, toBeInOrder } = await filled('esrgan', 'a', 'b');
  const id = await app.propose('PUT', '/esrgan/model/b', { name: 'b', description: 'new' });
  await importFile('b', 'a');
  await toBeInOrder('b', 'a');
  const inbox = (await app.get(`${v2}/me/inbox`, { key: keys.requestor })).json();
  expect(JSON.stringify(inbox)).not.toContain('conflict');
  await decide(id);
  await toBeInOrder('b', 'a');
});
