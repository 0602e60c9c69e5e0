import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { createInboxWatch } from '../../../../src/modules/inbox/inbox.ts';
import { trimInboxes } from '../../../../src/modules/inbox/module.ts';
import { importReferences } from '../../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../../src/modules/transfer/reference-files.ts';
import { categoryOf } from '../../../../src/records/categories/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { usualCategories } from '../../../support/categories.ts';
import { keys, users } from '../../../support/identity-server.ts';

const queue = '/api/model_references/v2/pending_queue';
/** Two reviewers: the account that has no role elsewhere is the second one. */
const second = keys.nobody;

let app: TestApp;
let now = 1_800_000_000;
beforeAll(async () => {
  app = await startTestApp({
    settings: { approverIds: [users.approver.id, users.nobody.id] },
    overrides: { clock: { now: () => now } },
  });
});
afterAll(() => app[Symbol.asyncDispose]());
/** Each test begins with inboxes without entries. */
beforeEach(() => app.store.write(({ db }) => db.deleteFrom('inbox_entries').execute()));

const send = (method: string, path: string, key: string, body?: object) =>
  app.send(method, queue + path, { key, ...(body && { body }) });
const inbox = async (key: string, query = '') => (await send('GET', `/inbox${query}`, key)).json();
interface Told {
  id: string;
  kind: string;
  change_id: number;
  excerpt: string | null;
}
/** What an account is told, oldest first. */
const told = async (key: string, query = '') =>
  ((await inbox(key, query)).items as Told[]).map(({ kind, change_id }) => [kind, change_id]).reverse();
const propose = (name: string, description = 'first') => app.propose('POST', '/clip', { name, description });
const comment = async (id: number, text: string, key: string) =>
  (await send('POST', `/changes/${id}/comments`, key, { text })).json().event_id as number;

describe('who is told', () => {
  it('approvers of a proposal with its risk, its requestor of what becomes of it, nobody of what they did', async () => {
    const id = await propose('told');
    expect((await inbox(second)).items).toEqual([
      {
        id: expect.stringMatching(/^\d+-\d+$/),
        event_id: expect.any(Number),
        change_id: id,
        request_id: null,
        kind: 'proposed',
        because: 'reviews',
        at: now,
        actor_id: users.requestor.id,
        actor_username: users.requestor.username,
        category: 'clip',
        model_name: 'told',
        operation: 'create',
        excerpt: null,
        read_at: null,
        status: 'pending',
        risk: 'look',
      },
    ]);
    await app.approve(id);
    await app.apply(id);
    expect(await told(keys.requestor)).toEqual([
      ['approved', id],
      ['applied', id],
    ]);
    expect(await told(keys.approver)).toEqual([['proposed', id]]);
    // What has become of it since is said of each entry.
    expect((await inbox(second)).items[0]).toMatchObject({ status: 'applied', risk: null });
  });

  it('of what is said: the requestor, and who has had a part in it; all approvers while nobody has', async () => {
    const id = await propose('discussed');
    await comment(id, 'Anybody there?', keys.requestor);
    expect(await told(second)).toEqual([
      ['proposed', id],
      ['comment', id],
    ]);
    await comment(id, 'Yes.', keys.approver);
    await comment(id, 'Fine.', keys.requestor);
    await send('POST', `/changes/${id}/request_changes`, keys.approver, { text: 'Better so.' });
    expect(await told(second)).toHaveLength(2);
    expect(await told(keys.approver)).toEqual([
      ['proposed', id],
      ['comment', id],
      ['comment', id],
    ]);
    const { items } = await inbox(keys.requestor);
    expect(items.map(({ kind, excerpt }: Told) => [kind, excerpt])).toEqual([
      ['changes_requested', 'Better so.'],
      ['comment', 'Yes.'],
    ]);
    await send('PUT', `/changes/${id}`, keys.requestor, { record: { name: 'discussed', description: '2' } });
    expect((await told(keys.approver)).at(-1)).toEqual(['revised', id]);
    await send('POST', `/changes/${id}/withdraw`, keys.requestor);
    expect((await told(keys.approver)).at(-1)).toEqual(['withdrawn', id]);
    expect(await told(second)).toHaveLength(2);
  });

  it('of a rejection with its reason, of an approval taken back, and of what was removed from the queue', async () => {
    const [whole, rejected, removed] = [await propose('a'), await propose('b'), await propose('removed')];
    for (const [id, length] of [
      [whole, 240],
      [rejected, 241],
    ] as const) {
      const body = { batch_title: 'no', rejected_ids: [id], reject_reason: 'x'.repeat(length) };
      await send('POST', '/batches', keys.approver, body);
    }
    await app.approve(removed);
    await send('POST', `/changes/${removed}/unapprove`, second);
    await send('POST', '/purge', second, { purge_all: true });
    const { items } = await inbox(keys.requestor);
    expect(items.map(({ kind, change_id }: Told) => [kind, change_id])).toEqual([
      ['purged', removed],
      ['unapproved', removed],
      ['approved', removed],
      ['rejected', rejected],
      ['rejected', whole],
    ]);
    expect(items[3].excerpt).toBe(`${'x'.repeat(239)}…`);
    expect(items[4].excerpt).toBe('x'.repeat(240));
    expect(items[0]).toMatchObject({ model_name: 'removed', category: 'clip', status: null });
    // Whose approval it was is told, too.
    expect(await told(keys.approver)).toContainEqual(['unapproved', removed]);
  });

  it('of a conflict: who has proposed another change of the model that was applied', async () => {
    await app.seed('clip', { name: 'fought', description: 'a' });
    const mine = await app.propose('PUT', '/clip/model/fought', { name: 'fought', description: 'mine' });
    const answer = await app.send('PUT', '/api/model_references/v2/clip/model/fought', {
      key: keys.approver,
      body: { name: 'fought', description: 'theirs' },
    });
    const theirs = answer.json().change_id as number;
    const body = { batch_title: 't', approved_ids: [theirs] };
    await send('POST', '/batches', second, body);
    await send('POST', '/apply', second, { change_ids: [theirs] });
    expect((await told(keys.requestor)).at(-1)).toEqual(['conflict', mine]);
    expect((await inbox(keys.requestor)).items[0]).toMatchObject({
      because: 'requested',
      operation: 'update',
    });
    expect((await told(keys.approver, '?kinds=approved&kinds=applied&kinds=conflict')).slice(-2)).toEqual([
      ['approved', theirs],
      ['applied', theirs],
    ]);
  });

  it('of a conflict with an import: whose change is based on a record that it has replaced', async () => {
    await app.seed('clip', { name: 'wanted', description: 'a' }, { name: 'left', description: 'a' });
    const edit = (name: string, description: string) =>
      app.propose('PUT', `/clip/model/${name}`, { name, description });
    const [mine] = [await edit('wanted', 'mine'), await edit('left', 'mine')];
    const records = ['wanted', 'left'].map((name) => ({
      file: 'clip.json',
      name,
      definition: categoryOf('clip'),
      format: 'v2' as const,
      record: { name, description: name === 'wanted' ? 'theirs' : 'a' },
    }));
    const run = (models: typeof records) => {
      const files = { ...joinReferenceFiles([]), models };
      return importReferences(app.store, files, { categories: usualCategories, canonicalFormat: 'v2', now });
    };
    expect((await run(records)).written).toMatchObject([{ name: 'wanted', operation: 'update' }]);
    // The same records, then in another order: a moved model is no conflict.
    await run(records);
    await run(records.toReversed());
    await run(records);
    const { items } = await inbox(keys.requestor, '?kinds=conflict');
    expect(items).toMatchObject([
      { change_id: mine, because: 'requested', actor_id: 'import', operation: 'update', at: now },
    ]);
    expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
  });

  it('a comment that is edited says the new text, and one that is deleted nothing', async () => {
    const id = await propose('edited');
    const comments = [
      await comment(id, 'teh word', keys.approver),
      await comment(id, 'hasty', keys.approver),
    ];
    await send('PUT', `/changes/${id}/comments/${comments[0]}`, keys.approver, { text: 'the word' });
    await send('DELETE', `/changes/${id}/comments/${comments[1]}`, keys.approver);
    expect((await inbox(keys.requestor)).items.map(({ excerpt }: Told) => excerpt)).toEqual(['the word']);
  });

  it('many at once, each change for itself, and nothing of what was refused', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => propose(`many ${n}`)));
    await send('POST', '/batches', keys.approver, { batch_title: 't', approved_ids: [...ids, 999] });
    expect(await told(keys.requestor)).toEqual([]);
    await app.approve(...ids);
    expect((await told(second)).length).toBe(12);
    expect(await told(keys.requestor)).toEqual(ids.sort((a, b) => a - b).map((id) => ['approved', id]));
  });

  it('who is no approver any more is not shown what others have proposed', async () => {
    await propose('theirs');
    await using later = await startTestApp({
      settings: {
        databaseUrl: app.settings.databaseUrl,
        requestorIds: [users.requestor.id, users.nobody.id],
        approverIds: [users.approver.id],
      },
    });
    const answer = await later.send('GET', `${queue}/inbox`, { key: second });
    expect(answer.json()).toMatchObject({ items: [], unread: { total: 0 } });
    const read = { key: second, body: { up_to: Number.MAX_SAFE_INTEGER } };
    const marked = await later.send('POST', `${queue}/inbox/read`, read);
    expect(marked.json()).toMatchObject({ marked: 0 });
    const again = await app.send('GET', `${queue}/inbox?unread=true`, { key: second });
    expect(again.json()).toMatchObject({ items: [{ model_name: 'theirs' }] });
  });
});

describe('reading it', () => {
  it('by pages, newest first, by kind, and what is unread alone', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await propose(`page ${n}`));
    await comment(ids[0] as number, 'x', keys.requestor);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: Told[]; next_cursor: string | null } = await inbox(
        second,
        `?limit=2&kinds=proposed${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ change_id }) => change_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids.reverse());
    const { items } = await inbox(second, '?limit=1');
    await send('POST', '/inbox/read', second, { ids: [items[0].id] });
    expect(await told(second, '?unread=false')).toEqual([['comment', ids.at(-1)]]);
    expect(await told(second, '?unread=true&kinds=comment')).toEqual([]);
  });

  it('marks one entry, or all up to one; each account for itself', async () => {
    for (let n = 0; n < 3; n += 1) await propose(`mark ${n}`);
    const { items, unread } = await inbox(second);
    expect(unread).toEqual({ total: 3, by_kind: { proposed: 3 } });
    const one = await send('POST', '/inbox/read', second, { ids: [items[0].id, items[0].id, '999-999'] });
    expect(one.json()).toEqual({ marked: 1, unread: { total: 2, by_kind: { proposed: 2 } } });
    now += 60;
    const rest = { up_to: items[1].event_id };
    expect((await send('POST', '/inbox/read', second, rest)).json()).toMatchObject({ marked: 2 });
    // A mark that is there already stays as it is.
    expect((await inbox(second)).items.map((entry: { read_at: number }) => entry.read_at - now)).toEqual([
      -60, 0, 0,
    ]);
    expect((await inbox(keys.approver)).unread.total).toBe(3);
  });

  it('what makes no sense is refused, and says why', async () => {
    const refused = [
      ['POST', '/inbox/read', {}, 400, 'either ids or up_to'],
      ['POST', '/inbox/read', { ids: ['1-1'], up_to: 4 }, 400, 'either ids or up_to'],
      ['POST', '/inbox/read', { ids: ['1'] }, 422, 'like 3111-1042'],
      ['GET', '/inbox?cursor=x', undefined, 422, 'like 3111-1042'],
      ['GET', '/inbox?limit=101', undefined, 422, '100'],
      ['GET', '/inbox?kinds=gossip', undefined, 422, 'proposed'],
    ] as const;
    for (const [method, path, body, status, words] of refused) {
      const answer = await send(method, path, keys.requestor, body);
      expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(words)]);
    }
  });

  it('keeps so many entries of an account: read ones go first, the oldest first', async () => {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await propose(`kept ${n}`));
    const { items } = await inbox(second);
    await send('POST', '/inbox/read', second, { ids: [items[0].id] });
    await trimInboxes(app.store, 4);
    expect((await told(second)).map(([, id]) => id)).toEqual(ids.slice(1, 5));
    expect(await told(keys.approver)).toHaveLength(4);
    expect((await inbox(keys.requestor)).items).toEqual([]);
  });
});

/** The stream of an account's inbox: `until` reads on until the text has come, and forgets what came before. */
async function streamOf(key: string) {
  if (!app.server.server.listening) await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const abort = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${queue}/inbox/stream`, {
    headers: { apikey: key },
    signal: AbortSignal.any([abort.signal, AbortSignal.timeout(20_000)]),
  });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  return {
    until: async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += Buffer.from(value).toString();
      }
      text = '';
    },
    close: () => abort.abort(),
  };
}

const unread = (count: number) => `event: inbox\ndata: {"unread":${count}}\n\n`;

it('the number of unread entries is streamed, at first and as it changes', async () => {
  const { until, close } = await streamOf(second);
  await until(unread(0));
  await propose('streamed');
  await until(unread(1));
  const { items } = await inbox(second);
  await send('POST', '/inbox/read', second, { up_to: items[0].event_id });
  await until(unread(0));
  close();
});

it('a watcher gets its numbers without a commit', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { watch } = createInboxWatch({ store: app.store, onError: reject });
  watch({ caller: { userId: users.approver.id, isApprover: true }, onUnread: resolve, onEvent: () => {} });
  expect(await promise).toBe(0);
});

it('the stream says that the queue has changed, also to those who are told nothing of it', async () => {
  const { until, close } = await streamOf(keys.requestor);
  await until('event: queue\n');
  await propose('for lists');
  const { event_id } = (await inbox(second)).items[0];
  await until(`event: queue\ndata: {"event_id":${event_id}}\n\n`);
  close();
});

it('a deployment that has no inboxes says so by a code', async () => {
  await using without = await startTestApp({ settings: { auditEnabled: false } });
  const answer = await without.get(`${queue}/inbox/stream`, { key: second });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'audit_disabled']);
});
