import { expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categories, usualCategories } from '../../support/categories.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';

async function start(...names: string[]): Promise<TestApp> {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await app.seed('clip', ...names.map((name) => ({ name })));
  return app;
}

/** Imports a file of these models, as another process does beside the service. */
async function importFile(app: TestApp, ...names: string[]): Promise<void> {
  const file = JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip' }])));
  const read = async (path: string) => (path === 'clip.json' ? file : null);
  const files = await readReferenceFiles({ label: (path) => path, read }, categories, 'legacy');
  await importReferences(app.store, files, {
    categories: usualCategories,
    canonicalFormat: 'v2',
    now: 1_800_000_000,
  });
}

async function namesAt(app: TestApp, path: string): Promise<string[]> {
  return Object.keys((await app.get(path)).json());
}

async function toBeInOrder(app: TestApp, ...names: string[]): Promise<void> {
  await eventually(async () => expect(await namesAt(app, `${v2}/clip`)).toEqual(names));
  expect(await namesAt(app, `${v1}/clip`)).toEqual(names);
  expect((await verifyStore(app.store)).problems).toEqual([]);
}

async function decide(app: TestApp, id: number): Promise<void> {
  await app.approve(id);
  await app.apply(id);
}

async function bringBack(app: TestApp, name: string): Promise<void> {
  const body = { category: 'clip', model_name: name };
  const { change_id } = (
    await app.send('POST', `${v2}/pending_queue/bring_back`, { key: keys.requestor, body })
  ).json();
  await decide(app, change_id);
}

test('readers get the order of an imported file, under another ETag, and the feed says who moved', async () => {
  const app = await start('a', 'b', 'own', 'c');
  const { etag } = (await app.get(`${v2}/clip`)).headers;
  await importFile(app, 'c', 'a', 'new', 'b');
  await toBeInOrder(app, 'c', 'a', 'new', 'b', 'own');
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
  const app = await start('a', 'b', 'c', 'd', 'e');
  for (const name of ['b', 'a', 'e']) await decide(app, await app.propose('DELETE', `/clip/model/${name}`));
  await importFile(app, 'd', 'c');
  await toBeInOrder(app, 'd', 'c');
  // It was the first, stood behind the last of all, and stood behind a model that is not there any more.
  await bringBack(app, 'a');
  await toBeInOrder(app, 'a', 'd', 'c');
  await bringBack(app, 'e');
  await toBeInOrder(app, 'a', 'd', 'e', 'c');
  await bringBack(app, 'b');
  await toBeInOrder(app, 'a', 'b', 'd', 'e', 'c');
});

test('a model that somebody deletes and brings back after that stands where it stood', async () => {
  const app = await start('a', 'b', 'c');
  await importFile(app, 'c', 'b', 'a');
  await toBeInOrder(app, 'c', 'b', 'a');
  await decide(app, await app.propose('DELETE', '/clip/model/b'));
  await bringBack(app, 'b');
  await toBeInOrder(app, 'c', 'b', 'a');
});

test('a move makes no proposal stale, and tells nobody of a conflict', async () => {
  const app = await start('a', 'b');
  const id = await app.propose('PUT', '/clip/model/b', { name: 'b', description: 'new' });
  await importFile(app, 'b', 'a');
  await toBeInOrder(app, 'b', 'a');
  const inbox = (await app.get(`${v2}/me/inbox`, { key: keys.requestor })).json();
  expect(JSON.stringify(inbox)).not.toContain('conflict');
  await decide(app, id);
  await toBeInOrder(app, 'b', 'a');
});
