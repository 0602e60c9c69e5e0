import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelrefClient } from '../../../../client/src/index.ts';
import { auditStore } from '../../../../src/modules/audit/index.ts';
import { createPresence, viewerStore } from '../../../../src/modules/presence/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';

const queue = '/api/model_references/v2/pending_queue';
/** Two reviewers: the account that has no role elsewhere is the second one. */
const second = keys.nobody;

let app: TestApp;
let now = 0;
beforeEach(async () => {
  now = 1_800_000_000;
  app = await startTestApp({
    settings: { approverIds: [users.approver.id, users.nobody.id] },
    overrides: { clock: { now: () => now } },
  });
});
afterEach(() => app[Symbol.asyncDispose]());

const propose = (name: string) => app.propose('POST', '/clip', { name, description: 'first' });
const open = async (id: number, key: string) =>
  (await app.send('PUT', `${queue}/changes/${id}/viewers`, { key })).json();
const leave = (id: number, key: string) => app.send('DELETE', `${queue}/changes/${id}/viewers`, { key });
const stored = () => app.store.read((tx) => viewerStore(tx).list(now));
const asTold = (id: number, { id: user_id, username }: { id: string; username: string }) => ({
  change_id: id,
  user_id,
  username,
});

it('approvers hear who else has a change open, until they leave it or are silent for too long', async () => {
  const id = await propose('looked at');
  expect(await open(id, keys.approver)).toEqual({ others: [], seconds: 45 });
  const others = [asTold(id, users.approver)];
  expect(await open(id, second)).toEqual({ others, seconds: 45 });
  now += 44;
  expect(await open(id, second)).toEqual({ others, seconds: 45 });
  now += 1;
  expect(await open(id, second)).toEqual({ others: [], seconds: 45 });
  expect(await open(id, keys.approver)).toMatchObject({ others: [asTold(id, users.nobody)] });
  expect((await leave(id, second)).statusCode).toBe(204);
  expect((await leave(id, second)).statusCode).toBe(204);
  expect(await open(id, keys.approver)).toMatchObject({ others: [] });
});

it('nothing is noted of changes that are not there, and nothing for or by those who approve nothing', async () => {
  const id = await propose('theirs');
  expect(await open(id + 1, keys.approver)).toEqual({ detail: 'Change not found' });
  const refused = await app.send('PUT', `${queue}/changes/${id}/viewers`, { key: keys.requestor });
  expect(refused.statusCode).toBe(401);
  expect(await stored()).toEqual([]);
});

it('it is no event: the audit trail ends where it did', async () => {
  const id = await propose('quiet');
  const head = () => app.store.read((tx) => auditStore(tx).head());
  const before = await head();
  await open(id, keys.approver);
  await leave(id, keys.approver);
  expect(await head()).toEqual(before);
});

describe('however much somebody says', () => {
  const approver = (userId: string) => ({
    userId,
    username: `a#${userId}`,
    isRequestor: true,
    isApprover: true,
  });

  it('20 changes of an account are kept, the latest', async () => {
    const presence = createPresence({ store: app.store, clock: { now: () => now } });
    const ids: number[] = [];
    for (let i = 0; i < 22; i++) ids.push(await propose(`of many ${i}`));
    await presence.open(ids[0] as number, approver('8'));
    for (const id of ids) await presence.open(id, approver('7'));
    expect((await stored()).map(({ user_id, change_id }) => [user_id, change_id])).toEqual([
      ['8', ids[0]],
      ...ids.slice(2).map((id) => ['7', id]),
    ]);
  });

  it('1,000 rows are kept of all, and what is over goes with the next', async () => {
    await app.store.writeBeside(async (tx) => {
      for (let user = 1; user <= 60; user++) {
        for (let id = 1; id <= 20; id++) {
          const viewer = { change_id: id, user_id: `${user}`, username: 'u', until: now + user };
          await viewerStore(tx).put(viewer, now);
        }
      }
    });
    const rows = () =>
      app.store.read(({ db }) => db.selectFrom('change_viewers').select(['user_id']).execute());
    expect(await rows()).toHaveLength(1_000);
    expect((await rows()).some(({ user_id }) => Number(user_id) <= 10)).toBe(false);
    now += 50;
    await open(await propose('after that'), keys.approver);
    expect(await rows()).toHaveLength(201);
  });
});

describe('the stream of the inbox', () => {
  const streamOf = async (key: string, server = app.server) => {
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as { port: number };
    const abort = new AbortController();
    const client = new ModelrefClient({ server: `http://127.0.0.1:${port}/api`, key });
    const news = client.inbox.news(abort.signal);
    return {
      /** What is told until `last` is told. */
      until: async (last: keyof Awaited<ReturnType<typeof next>>) => {
        const told = [];
        for (;;) {
          const item = await next();
          told.push(item);
          if (last in item) return told;
        }
      },
      close: async () => {
        abort.abort();
        await news.return(undefined);
      },
    };
    async function next() {
      const { value, done } = await news.next();
      if (done) throw new Error('the stream ended');
      return value;
    }
  };

  it('tells approvers who has what open, as it changes, at every instance', async () => {
    const id = await propose('watched');
    await using other = await startTestApp({
      settings: { ...app.settings, logLevel: 'silent' },
      overrides: { store: app.store, clock: { now: () => now } },
    });
    const { until, close } = await streamOf(second, other.server);
    expect((await until('viewers')).at(-1)).toEqual({ viewers: [] });
    await open(id, keys.approver);
    expect((await until('viewers')).at(-1)).toEqual({ viewers: [asTold(id, users.approver)] });
    // What one does oneself is no news.
    await open(id, second);
    await leave(id, keys.approver);
    expect((await until('viewers')).at(-1)).toEqual({ viewers: [] });
    await close();
  });

  it('tells nobody else', async () => {
    const id = await propose('hidden');
    const { until, close } = await streamOf(keys.requestor);
    await until('eventId');
    await open(id, keys.approver);
    await app.propose('POST', '/clip', { name: 'later', description: 'x' });
    const told = await until('eventId');
    expect(told.filter((news) => 'viewers' in news)).toEqual([]);
    await close();
  });
});
