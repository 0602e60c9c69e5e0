import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const model = `${v2}/clip/model`;

let app: TestApp;
const time = { seconds: 1000 };

const applyLater = async (...ids: number[]) => {
  time.seconds += 100;
  await app.approve(...ids);
  await app.apply(...ids);
};
interface Page {
  readonly items: { readonly timestamp: number; readonly operation: string }[];
  readonly next_cursor: number | null;
}
/** The items of every page. */
const pagesOf = async (path: string, query = '') => {
  const pages: Page['items'][] = [];
  for (let cursor = ''; ; ) {
    const page: Page = (await app.get(`${path}?${query}${cursor}`)).json();
    pages.push(page.items);
    if (page.next_cursor === null) return pages;
    cursor = `&cursor=${page.next_cursor}`;
  }
};

/** The life of `org/x`: made at 1100, changed at 1200, gone at 1300, back at 1400. */
beforeAll(async () => {
  app = await startTestApp({
    overrides: { bounds: { proposalBytes: 1_000_000 }, clock: { now: () => time.seconds } },
  });
  const path = '/clip/model/org/x';
  await applyLater(await app.propose('POST', '/clip', { name: 'org/x', description: 'first' }));
  await applyLater(await app.propose('PUT', path, { name: 'org/x', description: 'second', version: '2' }));
  await applyLater(await app.propose('DELETE', path));
  await applyLater(await app.propose('POST', '/clip', { name: 'org/x' }));
});
afterAll(() => app[Symbol.asyncDispose]());

describe('the history of a model', () => {
  it('tells who wrote it, when, by which change and batch, and what that changed; newest first', async () => {
    const answer = await app.get(`${model}/org/x/history`);
    expect(answer.statusCode).toBe(200);
    const { items, ...page } = answer.json();
    expect(page).toEqual({ limit: 20, next_cursor: null });
    expect(
      items.map((item: Record<string, unknown>) => [
        item.timestamp,
        item.operation,
        item.change_id,
        item.batch_id,
      ]),
    ).toEqual([
      [1400, 'create', 4, 4],
      [1300, 'delete', 3, 3],
      [1200, 'update', 2, 2],
      [1100, 'create', 1, 1],
    ]);
    expect(items[2]).toEqual({
      event_id: expect.any(Number),
      timestamp: 1200,
      operation: 'update',
      change_id: 2,
      batch_id: 2,
      batch_title: 'a test batch',
      requested_by: users.requestor.id,
      requested_username: users.requestor.username,
      applied_by: users.approver.id,
      applied_username: users.approver.username,
      field_diffs: [
        { field_path: 'description', old_value: 'first', new_value: 'second', change_type: 'modified' },
        { field_path: 'version', old_value: null, new_value: '2', change_type: 'added' },
      ],
    });
    expect(items[1].field_diffs).toContainEqual({
      field_path: 'description',
      old_value: 'second',
      new_value: null,
      change_type: 'removed',
    });
  });

  it('is paged', async () => {
    const pages = await pagesOf(`${model}/org/x/history`, 'limit=3');
    expect(pages.map((items) => items.map(({ timestamp }) => timestamp))).toEqual([
      [1400, 1300, 1200],
      [1100],
    ]);
    for (const query of ['limit=0', 'limit=101', 'cursor=0', 'cursor=x']) {
      expect((await app.get(`${model}/org/x/history?${query}`)).statusCode).toBe(422);
    }
  });

  it('has an ETag', async () => {
    const { headers } = await app.get(`${model}/org/x/history`);
    const again = await app.get(`${model}/org/x/history`, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('still tells of changes that were purged', async () => {
    await app.send('POST', `${v2}/pending_queue/purge`, {
      key: keys.approver,
      body: { statuses: ['applied'], model_name: 'org/x' },
    });
    const { items } = (await app.get(`${model}/org/x/history`)).json();
    expect(items[3]).toMatchObject({
      requested_username: users.requestor.username,
      applied_username: users.approver.username,
      batch_title: 'a test batch',
    });
  });

  it.each([
    `${model}/nobody/history`,
    `${model}/org%2Fx%2Fhistory`,
    `${model}/history`,
    `${v2}/nonsense/model/x/history`,
  ])('is not there: %s', async (path) => {
    expect((await app.get(path)).statusCode).toBe(404);
  });
});

it('of a legacy deployment tells what its writes changed for readers of v2', async () => {
  await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy', queueEnabled: false } });
  const body = { name: 'x', config: { files: [], download: [] } };
  for (const [method, description] of [
    ['POST', 'old'],
    ['PUT', 'new'],
  ] as const) {
    const path = '/api/model_references/v1/clip';
    const answer = await legacy.send(method, path, { key: keys.approver, body: { ...body, description } });
    expect(answer.statusCode).toBeLessThan(300);
  }
  const { items } = (await legacy.get(`${model}/x/history`)).json();
  expect(items[0]).toMatchObject({
    operation: 'update',
    field_diffs: [{ field_path: 'description', old_value: 'old', new_value: 'new', change_type: 'modified' }],
  });
});

describe('models called history', () => {
  it('are read by their names, and have histories', async () => {
    await app.seed('clip', { name: 'history' }, { name: 'a' }, { name: 'a/history', description: 'a model' });
    expect((await app.get(`${model}/history`)).json().name).toBe('history');
    expect((await app.get(`${model}/history/history`)).json().items).toHaveLength(1);
    for (const path of ['a/history', 'a%2Fhistory', 'a/history/']) {
      expect([path, (await app.get(`${model}/${path}`)).json().description]).toEqual([path, 'a model']);
    }
    expect((await app.get(`${model}/a/history/history`)).json().items[0].operation).toBe('create');
  });
});

it('the history of a model with large records comes in pages that are bounded in bytes', async () => {
  const large = (letter: string) => ({ name: 'large', description: letter.repeat(900_000) });
  await applyLater(await app.propose('POST', '/clip', large('a')));
  for (const letter of 'bcd') await applyLater(await app.propose('PUT', '/clip/model/large', large(letter)));
  const pages = await pagesOf(`${model}/large/history`);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ operation }) => operation)).toEqual(['update', 'update', 'update', 'create']);
});

it('a history that is read by several queries has each write once', async () => {
  await applyLater(await app.propose('POST', '/clip', { name: 'many' }));
  const ids: number[] = [];
  for (let version = 1; version <= 50; version += 1) {
    ids.push(await app.propose('PUT', '/clip/model/many', { name: 'many', version: `${version}` }));
  }
  await applyLater(...ids);
  const { items } = (await app.get(`${model}/many/history?limit=100`)).json();
  expect(items).toHaveLength(51);
  expect(new Set(items.map((item: { event_id: number }) => item.event_id)).size).toBe(51);
});
