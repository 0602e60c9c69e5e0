import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ApiError,
  ApplyStopped,
  type ClientOptions,
  type ModelRecord,
  ModelrefClient,
  memoryCache,
} from '../../client/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';
import { answer, type LyingProxy, startLyingProxy } from './lying-proxy.ts';

let app: TestApp;
let proxy: LyingProxy;
const clientOf = (options: Partial<ClientOptions> = {}) =>
  new ModelrefClient({ server: `${proxy.url}/api/`, ...options });

beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0, applyConflicts: 'reject' } });
  proxy = await startLyingProxy(await app.service.listen());
  await app.seed('clip', { name: 'a', description: 'first' }, { name: 'b/c d' });
  await app.settled();
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

/** A proposal of a new model. */
const creation = (name: string, record: object = { name }) =>
  ({ category: 'clip', operation: 'create', name, record }) as never;

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`no ApiError: ${String(error)}`);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('reads', () => {
  test('come with their ETag, and cost a 304 the second time', async () => {
    const client = clientOf({ cache: memoryCache() });
    const first = await client.category('clip');
    expect([...first.value.keys()]).toEqual(['a', 'b/c d']);
    expect(first).toMatchObject({ stale: false, error: null });
    proxy.log.length = 0;
    const second = await client.category('clip');
    expect(proxy.log).toEqual(['GET /api/model_references/v2/clip 304']);
    expect([second.etag, [...second.value]]).toEqual([first.etag, [...first.value]]);
  });

  test('of a model by any name; null for none, and an empty category for none of its models', async () => {
    const client = clientOf();
    expect((await client.model('clip', 'b/c d'))?.value.name).toBe('b/c d');
    expect(await client.model('clip', 'constructor')).toBeNull();
    expect(await client.model('clip', '..')).toBeNull();
    expect((await client.category('esrgan')).value.size).toBe(0);
  });

  test('tell of the deployment, of categories and of the caller', async () => {
    const client = clientOf({ key: () => keys.approver });
    expect(await client.deployment()).toMatchObject({ replicate_mode: 'PRIMARY', writable: true });
    expect(await client.categories()).toHaveLength(14);
    expect(await client.roles()).toMatchObject({ is_approver: true });
    expect(await client.request('get', '/heartbeat', {})).toMatchObject({ status: 'ok' });
    expect(await client.popular('image_generation')).toEqual([]);
  });

  test('that everybody may make go without the key', async () => {
    proxy.keys.length = 0;
    const client = clientOf({ key: keys.requestor });
    await client.category('clip');
    await client.roles();
    expect(proxy.keys).toEqual([undefined, keys.requestor]);
  });

  test('of long lists come page by page, each item once', async () => {
    const client = clientOf({ key: keys.approver });
    proxy.log.length = 0;
    const found = await all(client.search({ sort_by: 'name', limit: 1 }, 'clip'));
    expect(found.map(({ name }) => name)).toEqual(['a', 'b/c d']);
    expect(proxy.log).toHaveLength(2);
    const history = await all(client.history('clip', 'a'));
    expect(history.map(({ operation }) => operation)).toEqual(['create']);
  });

  test('of lists whose pages lead back to one that was read end in an error', async () => {
    const client = clientOf({ key: keys.approver });
    const next = { none: 7, 7: 5, 5: 7 };
    proxy.log.length = 0;
    proxy.misbehave((asked, response) => {
      const cursor = new URL(asked.url ?? '', 'http://any').searchParams.get('cursor') ?? 'none';
      // An end for the test where there is none.
      const next_cursor = proxy.log.length > 50 ? null : next[cursor as keyof typeof next];
      return answer(response, 200, JSON.stringify({ items: [{ event_id: 1 }], next_cursor }));
    });
    await expect(all(client.history('clip', 'a'))).rejects.toMatchObject({
      kind: 'bad-answer',
      message: expect.stringContaining('a page points back to 7'),
    });
    expect(proxy.log).toHaveLength(3);
  });

  test('of lists whose empty pages lead on and on end in an error', async () => {
    const client = clientOf({ key: keys.approver });
    let pages = 0;
    proxy.misbehave((_, response) => {
      pages += 1;
      // An end for the test where there is none.
      return answer(response, 200, JSON.stringify({ items: [], next_cursor: pages > 50 ? null : pages }));
    });
    await expect(all(client.history('clip', 'a'))).rejects.toMatchObject({ kind: 'bad-answer' });
    expect(pages).toBe(1);
  });
});

describe('the queue', () => {
  test('takes a change from proposal to readers', async () => {
    const [rita, ada] = [clientOf({ key: keys.requestor }), clientOf({ key: keys.approver })];
    const proposal = creation('new');
    expect(await rita.queue.dryRun(proposal)).toMatchObject({
      dry_run: true,
      diff: { net_operation: 'added' },
    });
    const change = await rita.queue.propose(proposal);
    expect(change).toMatchObject({ status: 'pending', model_name: 'new' });
    const mine = await all(rita.queue.changes({ mine: true, statuses: ['pending'] }));
    expect(mine.map(({ change_id }) => change_id)).toEqual([change.change_id]);
    expect(await ada.queue.diff(change.change_id)).toMatchObject({ net_operation: 'added' });
    const { batch_id } = await ada.queue.approve([change.change_id], 'One');
    const done = await ada.queue.apply({ batchId: batch_id as number });
    expect(done.applied_change_ids).toEqual([change.change_id]);
    expect((await rita.model('clip', 'new'))?.value.name).toBe('new');
    expect((await all(ada.queue.batches())).map(({ batch_title }) => batch_title)).toContain('One');
    expect((await ada.queue.batch(batch_id as number)).changes).toHaveLength(1);
    expect(await ada.queue.netChanges(batch_id as number)).toMatchObject({ batch_id });
    expect(await ada.queue.revertPreview(batch_id as number)).toMatchObject({ dry_run: true });
    const { queued } = await ada.queue.revert(batch_id as number);
    const ids = queued.map(({ change_id }) => change_id as number);
    const { rejected } = await ada.queue.reject(ids, 'It stays.');
    expect(rejected).toMatchObject([{ status: 'rejected', reject_reason: 'It stays.' }]);
  });

  test('refuses with errors that say what they are', async () => {
    const [rita, nobody] = [clientOf({ key: keys.requestor }), clientOf()];
    const create = (record: object) => creation('a', record);
    expect(await failure(nobody.queue.propose(create({ name: 'x' })))).toMatchObject({
      kind: 'unauthorized',
    });
    expect(await failure(rita.queue.propose(create({ name: 'a' })))).toMatchObject({
      kind: 'conflict',
      status: 409,
    });
    const invalid = await failure(rita.queue.propose(create({ description: 7 })));
    expect(invalid.kind).toBe('invalid');
    expect(invalid.problems.map(({ loc }) => loc.join('.'))).toContain('body.name');
    expect(invalid.message).toContain('name: ');
    expect(await failure(rita.queue.change(1))).toMatchObject({ kind: 'unauthorized' });
  });

  test('refuses an update of a record that was written since it was read', async () => {
    const rita = clientOf({ key: keys.requestor });
    const read = await rita.model('clip', 'a');
    const record = { ...(read?.value as ModelRecord), description: 'second' };
    const update = { category: 'clip', operation: 'update', name: 'a', record } as const;
    await app.change('PUT', '/clip/model/a', { name: 'a', description: 'theirs' });
    const refused = await failure(rita.queue.propose(update, { ifMatch: read?.etag ?? undefined }));
    expect(refused.kind).toBe('changed-meanwhile');
    const now = (await rita.model('clip', 'a'))?.etag ?? undefined;
    expect(await rita.queue.propose(update, { ifMatch: now })).toMatchObject({ status: 'pending' });
  });

  test('takes back what was proposed, approved or deleted', async () => {
    const [rita, ada] = [clientOf({ key: keys.requestor }), clientOf({ key: keys.approver })];
    const change = await rita.queue.propose(creation('regretted'));
    await ada.queue.approve([change.change_id], 'Too soon');
    expect(await ada.queue.unapprove(change.change_id)).toMatchObject({ status: 'pending' });
    expect(await rita.queue.withdraw(change.change_id)).toMatchObject({ status: 'rejected' });
    await app.seed('clip', { name: 'gone' });
    await app.change('DELETE', '/clip/model/gone');
    expect(await rita.queue.bringBack('clip', 'gone')).toMatchObject({ operation: 'create' });
  });

  test('says how far an apply came that stopped', async () => {
    const ada = clientOf({ key: keys.approver });
    await app.seed('clip', { name: 'contended' });
    const edit = (description: string) =>
      app.propose('PUT', '/clip/model/contended', { name: 'contended', description });
    const [first, stale] = [await edit('one'), await edit('two')];
    const id = await app.propose('POST', '/clip', { name: 'applied' });
    await app.approve(first, stale, id);
    await app.apply(first);
    const error = await failure(ada.queue.apply({ changeIds: [id, stale] }));
    expect(error).toBeInstanceOf(ApplyStopped);
    expect((error as ApplyStopped).result).toMatchObject({
      applied_change_ids: [id],
      failed_change_id: stale,
    });
    expect((await ada.model('clip', 'applied'))?.value.name).toBe('applied');
  });

  test('queues a proposal once although the answer to the first was lost', async () => {
    const rita = clientOf({ key: keys.requestor });
    let lost = 0;
    proxy.misbehave((asked, response) => {
      if (asked.method !== 'POST' || lost++ > 0) return false;
      // The service does it, and nobody hears of it.
      const headers = { ...(asked.headers as Record<string, string>), connection: 'close' };
      const pieces: Buffer[] = [];
      asked.on('data', (piece: Buffer) => pieces.push(piece));
      asked.on('end', async () => {
        await app.send('POST', String(asked.url), { body: Buffer.concat(pieces).toString(), headers });
        response.destroy();
      });
      return true;
    });
    const change = await rita.queue.propose(creation('once'));
    const mine = await all(rita.queue.changes({ mine: true }));
    const ids = mine.filter(({ model_name }) => model_name === 'once').map(({ change_id }) => change_id);
    expect(ids).toEqual([change.change_id]);
  });

  test('does not decide twice when the answer is lost, and says that it is not known', async () => {
    const ada = clientOf({ key: keys.approver });
    let posts = 0;
    proxy.misbehave((asked, response) => {
      if (asked.method !== 'POST') return false;
      posts += 1;
      response.destroy();
      return true;
    });
    expect(await failure(ada.queue.approve([1], 'x'))).toMatchObject({ kind: 'unreachable', status: 0 });
    expect(posts).toBe(1);
  });

  test('waits as long as Retry-After says, and gives up where the deadline comes first', async () => {
    const ada = clientOf({ key: keys.approver });
    let refused = 0;
    const busy = (after: string) => {
      refused = 0;
      proxy.misbehave((asked, response) => {
        if (asked.method !== 'POST' || refused > 0) return false;
        refused += 1;
        return answer(response, 503, '{"detail":"Nothing was written"}', { 'retry-after': after });
      });
    };
    busy('1');
    expect(await failure(ada.queue.reject([999_999], 'x'))).toMatchObject({ kind: 'bad-request' });
    expect(refused).toBe(1);
    busy('3600');
    const error = await failure(ada.queue.reject([999_999], 'x', { deadlineMs: 5_000 }));
    expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 3600 });
  });
});

test('a proxy that answers 429 with a page of its own is asked again when its Retry-After says', async () => {
  const asked: number[] = [];
  proxy.misbehave((_, response) => {
    asked.push(performance.now());
    if (asked.length > 1) return false;
    return answer(response, 429, '<html>Slow down</html>', { 'retry-after': '1' });
  });
  await clientOf().category('clip');
  const [first = 0, second = 0] = asked;
  expect([asked.length, second - first > 950]).toEqual([2, true]);
});

test('the inbox is read by pages, marked, and its unread entries counted as they change', async () => {
  const approver = clientOf({ key: keys.approver });
  const gone = new AbortController();
  const counts = approver.inbox.unread(gone.signal);
  const { value: before = 0 } = await counts.next();
  const requestor = clientOf({ key: keys.requestor });
  const { change_id } = await requestor.queue.propose(creation('told'));
  expect(await counts.next()).toEqual({ done: false, value: before + 1 });
  gone.abort();
  const [newest, ...rest] = await all(approver.inbox.entries({ unread: true }));
  expect(newest).toMatchObject({ kind: 'proposed', change_id });
  expect(rest).toHaveLength(before);
  const marked = await approver.inbox.markRead({ ids: [newest?.id ?? ''] });
  expect(marked).toMatchObject({ marked: 1, unread: { total: before } });
  await approver.inbox.markRead({ upTo: newest?.event_id ?? 0 });
  expect(await all(approver.inbox.entries({ unread: true, kinds: ['proposed'] }))).toEqual([]);
});
