import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
let now = 0;
beforeAll(async () => {
  now = 1_800_000_000;
  app = await startTestApp({
    settings: { requestorIds: [users.requestor.id, users.nobody.id] },
    overrides: { clock: { now: () => now } },
  });
});
afterAll(async () => {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const send = (method: string, path: string, key: string, body?: object) =>
  app.send(method, queue + path, { key, ...(body && { body }) });
const said = async (id: number, key: string = keys.requestor) =>
  (await send('GET', `/changes/${id}/conversation`, key)).json();
const change = async (id: number) => (await send('GET', `/changes/${id}`, keys.approver)).json();
const propose = (name: string, description = 'first') => app.propose('POST', '/clip', { name, description });
const comment = (id: number, text: string, key: string = keys.requestor) =>
  send('POST', `/changes/${id}/comments`, key, { text });
const revise = (id: number, record: object, more: object = {}, key: string = keys.requestor) =>
  send('PUT', `/changes/${id}`, key, { record, ...more });
const decide = async (id: number) => {
  await app.approve(id);
  await app.apply(id);
};
/** The status and the reason of a refusal. */
const told = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) => [statusCode, json().detail];
const said400 = (text: string) => [400, expect.stringContaining(text)];

describe('comments', () => {
  it('are of the requestor and of approvers, in order, beside what happened', async () => {
    const id = await propose('talked-about');
    const first = await comment(id, '  Is this right?\nSee https://example.org <b>  ', keys.approver);
    const text = 'Is this right?\nSee https://example.org <b>';
    expect([first.statusCode, first.json().text]).toEqual([201, text]);
    now += 5;
    await comment(id, 'It is.');
    await decide(id);
    const [requestor, approver] = [users.requestor.username, users.approver.username];
    const entries: Record<string, unknown>[] = (await said(id)).entries;
    expect(entries.map((entry) => [entry.action, entry.username, entry.text])).toEqual([
      ['enqueue', requestor, null],
      ['comment', approver, text],
      ['comment', requestor, 'It is.'],
      ['approve', approver, null],
      ['apply', approver, null],
    ]);
    expect(Object.keys((await app.get(`${v2}/clip/model/talked-about`)).json())).not.toContain('comments');
  });

  it('are nothing for other requestors, who do not even learn of the change', async () => {
    const id = await propose('private');
    expect((await comment(id, 'hello', keys.nobody)).statusCode).toBe(404);
    expect((await send('GET', `/changes/${id}/conversation`, keys.nobody)).statusCode).toBe(404);
    expect((await revise(id, { name: 'private' }, {}, keys.nobody)).statusCode).toBe(404);
  });

  it('have something in them, and at most 4,000 characters', async () => {
    const id = await propose('wordy');
    expect((await comment(id, ' \n ')).statusCode).toBe(400);
    expect((await comment(id, 'x'.repeat(4_001))).statusCode).toBe(422);
    expect((await comment(id, 'x'.repeat(4_000))).statusCode).toBe(201);
  });

  it('are edited and deleted by their authors, marked, for a quarter of an hour', async () => {
    const id = await propose('edited');
    const { event_id } = (await comment(id, 'teh word')).json();
    const path = `/changes/${id}/comments/${event_id}`;
    expect((await send('PUT', path, keys.approver, { text: 'mine now' })).statusCode).toBe(400);
    now += 900;
    expect((await send('PUT', path, keys.requestor, { text: 'the word' })).json()).toMatchObject({
      text: 'the word',
      edited_at: now,
    });
    expect((await said(id)).entries[1]).toMatchObject({ text: 'the word', edited_at: now, deleted: false });
    now += 1;
    expect((await send('PUT', path, keys.requestor, { text: 'later' })).json().detail).toContain(
      '15 minutes',
    );
    expect((await send('DELETE', path, keys.requestor)).statusCode).toBe(400);

    const second = (await comment(id, 'hasty')).json().event_id;
    expect((await send('DELETE', `/changes/${id}/comments/${second}`, keys.requestor)).statusCode).toBe(200);
    expect((await said(id)).entries.at(-1)).toMatchObject({ text: null, deleted: true });
    expect((await send('DELETE', `/changes/${id}/comments/${second}`, keys.requestor)).statusCode).toBe(404);
  });

  it('only what is a comment is one', async () => {
    const id = await propose('no-comment');
    const path = `/changes/${id}/comments/${(await said(id)).entries[0].event_id}`;
    expect((await send('PUT', path, keys.requestor, { text: 'x' })).statusCode).toBe(404);
  });

  it('a retry with the same Idempotency-Key says it once', async () => {
    const id = await propose('retried');
    const once = () =>
      app.send('POST', `${queue}/changes/${id}/comments`, {
        key: keys.requestor,
        body: { text: 'once' },
        headers: { 'idempotency-key': 'k1' },
      });
    expect((await once()).json()).toEqual((await once()).json());
    expect((await said(id)).entries).toHaveLength(2);
  });
});

describe('changes requested', () => {
  it('take an approval away, say why, and are over with a new version', async () => {
    const id = await propose('wanting');
    const batch = await app.approve(id);
    const text = 'Name the licence.';
    const asked = await send('POST', `/changes/${id}/request_changes`, keys.approver, { text });
    expect([asked.statusCode, asked.json().status]).toEqual([200, 'pending']);
    expect(await change(id)).toMatchObject({ status: 'pending', changes_requested_by: users.approver.id });
    expect((await send('POST', `/apply_batch/${batch}`, keys.approver)).statusCode).toBe(404);

    expect((await revise(id, { name: 'wanting', description: 'with a licence' })).statusCode).toBe(200);
    expect(await change(id)).toMatchObject({ version: 2 });
    expect(await change(id)).not.toHaveProperty('changes_requested_by', users.approver.id);
  });

  it('are for what is not decided', async () => {
    const id = await propose('mine');
    const ask = (key: string, more = {}) =>
      send('POST', `/changes/${id}/request_changes`, key, { text: 'x', ...more });
    expect((await ask(keys.approver, { expected_version: 2 })).statusCode).toBe(409);
    await send('POST', `/changes/${id}/withdraw`, keys.requestor);
    expect((await ask(keys.approver)).statusCode).toBe(400);
  });
});

describe('a new version', () => {
  it('keeps the id, the history and the differences', async () => {
    const id = await propose('versioned');
    now += 60;
    const answer = await revise(id, { name: 'versioned', description: 'second', version: '2' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ change_id: id, status: 'pending', version: 2 });
    const { version, versions, entries } = await said(id);
    expect(version).toBe(2);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['enqueue', 'revise']);
    const fields = versions.map((each: { field_diffs: { field_path: string }[] }) =>
      each.field_diffs.map((d) => d.field_path),
    );
    expect(fields).toEqual([[], ['description', 'version']]);
    await decide(id);
    expect((await app.get(`${v2}/clip/model/versioned`)).json().description).toBe('second');
  });

  it('takes an approval away: what was not looked at is not applied', async () => {
    const id = await propose('swapped', 'harmless');
    const batch = await app.approve(id);
    await revise(id, { name: 'swapped', description: 'harmful' });
    expect((await send('POST', `/changes/${id}/apply`, keys.approver)).statusCode).toBe(400);
    expect((await send('POST', `/apply_batch/${batch}`, keys.approver)).statusCode).toBe(404);
  });

  it('is not approved by who has looked at the one before', async () => {
    const id = await propose('raced', 'harmless');
    await revise(id, { name: 'raced', description: 'harmful' });
    const approve = (expected: number) =>
      send('POST', '/batches', keys.approver, {
        batch_title: 't',
        approved_ids: [id],
        expected_versions: { [id]: expected },
      });
    expect(told(await approve(1))).toEqual([409, expect.stringContaining('version 2')]);
    expect((await approve(2)).statusCode).toBe(200);
  });

  it.each([
    ['another name', { name: 'other' }, {}, 400],
    ['a wrong record', { name: 'strict', description: 7 }, {}, 422],
    ['the same record', { name: 'strict', description: 'first' }, {}, 400],
    ['the wrong version', { name: 'strict', description: 'x' }, { expected_version: 7 }, 409],
  ])('%s is refused, and changes nothing', async (_what, record, more, status) => {
    const id = await propose('strict');
    expect((await revise(id, record, more)).statusCode).toBe(status);
    expect((await change(id)).version).toBe(1);
  });

  it('is its requestor’s, of what is open and no deletion', async () => {
    await app.seed('clip', { name: 'live' });
    const id = await propose('mine');
    expect((await revise(id, { name: 'mine', description: 'x' }, {}, keys.approver)).statusCode).toBe(400);
    const deletion = await app.propose('DELETE', '/clip/model/live');
    expect((await revise(deletion, { name: 'live' })).statusCode).toBe(400);
    await decide(id);
    expect((await revise(id, { name: 'mine', description: 'x' })).json().detail).toContain('decided');
  });

  it('is based on the live record of now: it may be the same record once that has changed', async () => {
    await app.seed('clip', { name: 'moved meanwhile', description: 'a' });
    const record = { name: 'moved meanwhile', description: 'mine' };
    const path = '/clip/model/moved%20meanwhile';
    const mine = await app.propose('PUT', path, record);
    const { request_metadata } = await change(mine);
    expect((await revise(mine, record)).json().detail).toContain('equals version 1');
    await decide(await app.propose('PUT', path, { ...record, description: 'theirs' }));
    expect((await change(mine)).stale).toBe(true);
    expect((await revise(mine, record)).statusCode).toBe(200);
    expect(await change(mine)).toMatchObject({ version: 2, stale: false, request_metadata });
    expect((await revise(mine, record)).json().detail).toContain('equals version 2');
  });

  it('is one of twenty at most', async () => {
    const id = await propose('endless');
    const ofVersion = (version: number) => ({ name: 'endless', description: `version ${version}` });
    for (let version = 2; version <= 20; version += 1)
      expect((await revise(id, ofVersion(version))).json().version).toBe(version);
    expect(told(await revise(id, ofVersion(21)))).toEqual(said400('already has 20 versions, the maximum'));
    expect((await change(id)).version).toBe(20);
  });

  it('cannot be made of a rename, whose record is the live one', async () => {
    await app.seed('clip', { name: 'old' });
    const body = { from: 'old', to: 'new' };
    const renaming = await app.send('POST', `${v2}/clip/rename`, { key: keys.requestor, body });
    const id: number = renaming.json().change_id;
    for (const name of ['old', 'new']) {
      const answer = await revise(id, { name, description: 'else' });
      expect(told(answer)).toEqual(said400('renames a model and cannot be revised'));
    }
    await decide(id);
    expect((await app.get(`${v2}/clip/model/new`)).json()).not.toHaveProperty('description');
  });

  it('of a v1 proposal is a v1 record of the same model', async () => {
    await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
    const v1 = '/api/model_references/v1';
    const key = keys.requestor;
    const record = { name: 'Old-7B', parameters: 7_000_000_000, baseline: 'llama', description: 'first' };
    const proposed = await legacy.send('POST', `${v1}/text_generation`, { key, body: record });
    expect(proposed.statusCode, proposed.body).toBe(202);
    const path = `${queue}/changes/${proposed.json().change_id}`;
    const put = async (sent: object) => legacy.send('PUT', path, { key, body: { record: sent } });
    const other = await put({ ...record, name: 'Other-7B' });
    expect(told(other)).toEqual([400, 'A new version cannot change the name of the model.']);
    expect((await put({ ...record, parameters: 'many' })).statusCode).toBe(422);
    const revised = await put({ ...record, description: 'second' });
    expect(revised.statusCode).toBe(200);
    const payload = { ...proposed.json().payload, description: 'second' };
    expect(revised.json()).toMatchObject({ version: 2, payload });
    await legacy.approve(proposed.json().change_id);
    await legacy.apply(proposed.json().change_id);
    const live = (await legacy.get(`${v1}/text_generation`)).json();
    expect(live['Old-7B']).toMatchObject({ description: 'second' });
  });

  it('an account cannot get more to wait by it than it may have', async () => {
    await using small = await startTestApp({ overrides: { bounds: { waitingBytes: 2_000 } } });
    const id = await small.propose('POST', '/clip', { name: 'growing' });
    const body = { record: { name: 'growing', description: 'x'.repeat(3_000) } };
    const answer = await small.send('PUT', `${queue}/changes/${id}`, { key: keys.requestor, body });
    expect(answer.statusCode).toBe(429);
  });
});
