import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { runSql } from '../../../support/run-sql.ts';

const path = '/api/model_references/v2/requests';

let app: TestApp;
let now = 0;
beforeEach(async () => {
  now = 1_800_000_000;
  app = await startTestApp({ overrides: { clock: { now: () => now } } });
});
afterEach(() => app[Symbol.asyncDispose]());

const send = (method: string, at: string, key?: string, body?: object) =>
  app.send(method, path + at, { ...(key && { key }), ...(body && { body }) });
const ask = (body: object, key: string = keys.nobody) => send('POST', '', key, { category: 'clip', ...body });
const asked = async (name: string, key?: string) => {
  const answer = await ask({ name, why: `I miss ${name}` }, key);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().request_id as number;
};
const decide = (id: number, decision: string, more: object = {}, key: string = keys.approver) =>
  send('POST', `/${id}/decide`, key, { decision, ...more });
const second = (id: number, key: string) => send('POST', `/${id}/seconds`, key);
const read = async (id: number) => (await send('GET', `/${id}`)).json();
const ids = async (query: string) =>
  (await send('GET', query)).json().items.map(({ request_id }: { request_id: number }) => request_id);
const told = async (key: string) => {
  const inbox = await app.send('GET', '/api/model_references/v2/pending_queue/inbox', { key });
  return inbox
    .json()
    .items.filter(({ request_id }: { request_id: number | null }) => request_id !== null)
    .map((each: { kind: string; request_id: number; change_id: number }) => [each.kind, each.request_id]);
};
const verified = async () => {
  const { problems } = await verifyStore(app.store);
  expect(problems).toEqual([]);
};

it('takes a request of anybody with a key, and one second of each account', async () => {
  expect((await ask({ name: 'x' }, keys.anonymous)).statusCode).toBe(401);
  expect((await send('POST', '/look', keys.anonymous, { category: 'clip', name: 'x' })).statusCode).toBe(401);
  const id = await asked('Wanted Model');
  expect((await second(id, keys.anonymous)).statusCode).toBe(401);
  expect(await read(id)).toMatchObject({
    request_id: id,
    category: 'clip',
    name: 'Wanted Model',
    why: 'I miss Wanted Model',
    state: 'open',
    requested_by: users.nobody.id,
    wanted: 1,
  });
  await second(id, keys.requestor);
  expect((await second(id, keys.requestor)).json().wanted).toBe(2);
  expect((await second(id, keys.nobody)).json().wanted).toBe(2);
  const { items } = (await send('GET', `/${id}/seconds`)).json();
  expect(items.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual(
    [users.nobody.id, users.requestor.id].sort(),
  );
  await verified();
});

it('lists by how many want it, with filters, pages and an ETag', async () => {
  const [one, two, three] = [await asked('one'), await asked('two'), await asked('three', keys.requestor)];
  await second(two, keys.requestor);
  expect(await ids('')).toEqual([two, three, one]);
  expect(await ids('?sort=oldest')).toEqual([one, two, three]);
  expect(await ids('?category=blip')).toEqual([]);
  expect(await ids(`?wanted_by=${users.requestor.id}&sort=newest`)).toEqual([three, two]);
  const page = await send('GET', '?limit=2');
  expect(page.json()).toMatchObject({ total: 3, next_cursor: `1-${three}` });
  expect(await ids(`?limit=2&cursor=${page.json().next_cursor}`)).toEqual([one]);
  expect((await send('GET', '?limit=3')).json().next_cursor).toBeNull();
  expect((await send('GET', '?cursor=nonsense')).statusCode).toBe(422);
  const again = await app.send('GET', path, {
    headers: { 'if-none-match': (await send('GET', '')).headers.etag as string },
  });
  expect(again.statusCode).toBe(304);
});

it('refuses what is there, was declined or is asked for', async () => {
  await app.seed('clip', { name: 'here already' });
  expect((await ask({ name: 'here already' })).json().detail).toContain(
    "'here already' of clip already exists",
  );
  const id = await asked('Some-Model 1');
  const again = await ask({ name: 'some model_1' }, keys.requestor);
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    `Request ${id} already asks for this model: second it instead.`,
  ]);
  const looked = await send('POST', '/look', keys.requestor, { category: 'clip', name: 'SOME model 1' });
  expect(looked.json().requests.map((each: { request_id: number }) => each.request_id)).toEqual([id]);
  expect((await decide(id, 'decline')).statusCode).toBe(400);
  await decide(id, 'decline', { reason: 'too large' });
  expect((await ask({ name: 'some model 1' })).json().detail).toContain('was declined: too large');
  expect((await ask({ name: 'some model 1', anyway: true })).statusCode).toBe(201);
  expect((await ask({ name: 'x', link: 'javascript:alert(1)' })).statusCode).toBe(400);
  await verified();
});

it('is fulfilled by the apply of the change proposed for it, which says so to all who asked', async () => {
  const id = await asked('new-clip');
  await second(id, keys.requestor);
  const change = await app.propose('POST', '/clip', { name: 'new-clip', description: 'made' });
  const other = await asked('other', keys.nobody);
  expect((await send('POST', `/${id}/changes`, keys.requestor, { change_id: change })).json()).toMatchObject({
    state: 'open',
    change_id: change,
  });
  const talk = await app.send(
    'GET',
    `/api/model_references/v2/pending_queue/changes/${change}/conversation`,
    {
      key: keys.approver,
    },
  );
  expect(talk.json().entries.at(-1).text).toBe(`Proposed for request ${id}, which 2 want.`);
  await app.approve(change);
  await app.apply(change);
  expect(await read(id)).toMatchObject({ state: 'fulfilled', model_name: 'new-clip', change_id: change });
  expect(await read(other)).toMatchObject({ state: 'open' });
  for (const key of [keys.requestor, keys.nobody]) {
    expect(await told(key)).toEqual([['request_fulfilled', id]]);
  }
  expect((await decide(id, 'decline', { reason: 'late' })).statusCode).toBe(409);
  await verified();
});

it('gives the seconds of a duplicate to the other request, once each', async () => {
  const [one, two] = [await asked('model a'), await asked('model b', keys.requestor)];
  await second(two, keys.nobody);
  await decide(two, 'duplicate', { duplicate_of: one });
  expect(await read(one)).toMatchObject({ wanted: 2, state: 'open' });
  expect(await read(two)).toMatchObject({ state: 'duplicate', duplicate_of: one });
  expect(await told(keys.requestor)).toEqual([['request_duplicate', two]]);
  expect((await decide(one, 'duplicate', { duplicate_of: one })).statusCode).toBe(400);
  expect((await decide(one, 'duplicate', { duplicate_of: two })).statusCode).toBe(409);
  await verified();
});

it('names the new name where a rename fulfils it', async () => {
  await app.seed('clip', { name: 'old', description: 'x' });
  const rename = async (from: string, to: string) => {
    const body = { from, to };
    const answer = await app.send('POST', '/api/model_references/v2/clip/rename', {
      key: keys.requestor,
      body,
    });
    return answer.json().change_id as number;
  };
  const [before, after] = [await asked('new'), await asked('newest')];
  const first = await rename('old', 'new');
  await send('POST', `/${before}/changes`, keys.requestor, { change_id: first });
  await app.approve(first);
  await app.apply(first);
  expect(await read(before)).toMatchObject({ state: 'fulfilled', model_name: 'new' });
  const next = await rename('new', 'newest');
  await app.approve(next);
  await app.apply(next);
  const late = await send('POST', `/${after}/changes`, keys.approver, { change_id: next });
  expect(late.json()).toMatchObject({ state: 'fulfilled', model_name: 'newest' });
  await verified();
});

it('leads to the request that has the seconds of a duplicate, where somebody asks for that again', async () => {
  const [one, two, three] = [await asked('one'), await asked('two'), await asked('three')];
  await decide(one, 'duplicate', { duplicate_of: two });
  await decide(two, 'duplicate', { duplicate_of: three });
  const again = await ask({ name: 'one' }, keys.requestor);
  expect(again.json().detail).toBe(`Request ${three} already asks for this model: second it instead.`);
  await decide(three, 'decline', { reason: 'too large' });
  expect((await ask({ name: 'one' }, keys.requestor)).json().detail).toContain(
    `Request ${three} was declined: too large.`,
  );
  await decide(three, 'hide', { reason: 'unlawful' });
  expect((await ask({ name: 'one', anyway: true }, keys.requestor)).statusCode).toBe(409);
});

it('is named by its number alone where others read what was proposed for it', async () => {
  const id = await asked('very bad words');
  const change = await app.propose('POST', '/clip', { name: 'harmless', description: 'made' });
  await send('POST', `/${id}/changes`, keys.approver, { change_id: change });
  await decide(id, 'hide', { reason: 'unlawful' });
  const at = `/api/model_references/v2/pending_queue/changes/${change}`;
  const read = (path: string) => app.send('GET', path, { key: keys.requestor });
  expect((await read(`${at}/conversation`)).json().entries.at(-1)).toMatchObject({
    text: `Proposed for request ${id}, which 1 want.`,
  });
  expect((await read('/api/model_references/v2/pending_queue/inbox')).body).not.toContain('bad words');
});

it('leaves the inboxes when it is hidden', async () => {
  const [id, other] = [await asked('bad words'), await asked('other')];
  for (const each of [id, other]) {
    await decide(each, 'accept');
    await decide(each, 'decline', { reason: 'no' });
  }
  expect(await told(keys.nobody)).toHaveLength(4);
  await decide(id, 'hide', { reason: 'unlawful' });
  expect(await told(keys.nobody)).toEqual([
    ['request_declined', other],
    ['request_accepted', other],
  ]);
});

it('is closed by no change whose reviewers did not know of it, unless an approver names that', async () => {
  const approved = await app.propose('POST', '/clip', { name: 'waits', description: 'made' });
  await app.approve(approved);
  const applied = await app.propose('POST', '/clip', { name: 'old news', description: 'made' });
  await app.approve(applied);
  await app.apply(applied);
  const id = await asked('of another', keys.nobody);
  const named = (change_id: number, key: string) => send('POST', `/${id}/changes`, key, { change_id });
  for (const [change, status] of [
    [approved, 'approved'],
    [applied, 'applied'],
  ] as const) {
    const refused = await named(change, keys.requestor);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `Change ${change} is already ${status}: only an approver can link it to request ${id}.`,
    ]);
  }
  await app.apply(approved);
  expect(await read(id)).toMatchObject({ state: 'open', change_id: null });

  const pending = await app.propose('POST', '/clip', { name: 'another', description: 'made' });
  await named(pending, keys.requestor);
  await app.approve(pending);
  // What is named already can be named again.
  expect((await named(pending, keys.requestor)).statusCode).toBe(200);
  expect((await named(applied, keys.approver)).json()).toMatchObject({
    state: 'fulfilled',
    model_name: 'old news',
  });
  await verified();
});

it('is fulfilled again by the change that it was reopened from, as long as the model is there', async () => {
  const id = await asked('again');
  const change = await app.propose('POST', '/clip', { name: 'again', description: 'made' });
  const name = (key: string = keys.approver) => send('POST', `/${id}/changes`, key, { change_id: change });
  await name(keys.requestor);
  await app.approve(change);
  await app.apply(change);
  await decide(id, 'reopen');
  // The approver has decided that it is not what was asked for.
  expect((await name(keys.requestor)).statusCode).toBe(409);
  expect((await name()).json()).toMatchObject({ state: 'fulfilled', model_name: 'again' });
  await decide(id, 'reopen');
  const gone = await app.propose('DELETE', '/clip/model/again');
  await app.approve(gone);
  await app.apply(gone);
  const refused = await name();
  expect([refused.statusCode, refused.json().detail]).toEqual([
    400,
    `Change ${change} is applied, but there is no model 'again' of clip any more.`,
  ]);
  expect((await read(id)).state).toBe('open');
  await verified();
});

it('keeps all changes that are named for it, and is fulfilled by the first of them that is applied', async () => {
  const id = await asked('right');
  const right = await app.propose('POST', '/clip', { name: 'right', description: 'made' });
  const name = (change_id: number, key: string) => send('POST', `/${id}/changes`, key, { change_id });
  await name(right, keys.requestor);
  const wrong = await app.propose('POST', '/clip', { name: 'wrong', description: 'made' });
  expect((await name(wrong, keys.approver)).json()).toMatchObject({
    change_id: wrong,
    change_ids: [right, wrong],
  });
  await app.approve(right);
  await app.apply(right);
  expect(await read(id)).toMatchObject({ state: 'fulfilled', model_name: 'right', change_id: right });
  await app.approve(wrong);
  await app.apply(wrong);
  expect(await read(id)).toMatchObject({ model_name: 'right', change_id: right, change_ids: [] });
  await verified();
});

it('names no change as proposed for it that was withdrawn, rejected or purged', async () => {
  const id = await asked('wanted');
  const propose = async (name: string) => {
    const change_id = await app.propose('POST', '/clip', { name, description: 'made' });
    await send('POST', `/${id}/changes`, keys.requestor, { change_id });
    return change_id;
  };
  const changes = [await propose('a'), await propose('b'), await propose('c'), await propose('d')];
  const [left = 0, withdrawn = 0, rejected = 0] = changes;
  const queue = '/api/model_references/v2/pending_queue';
  const taken = await app.send('POST', `${queue}/changes/${withdrawn}/withdraw`, { key: keys.requestor });
  expect(taken.statusCode, taken.body).toBe(200);
  await app.send('POST', `${queue}/batches`, {
    key: keys.approver,
    body: { batch_title: 'no', rejected_ids: [rejected], reject_reason: 'no' },
  });
  expect((await read(id)).change_ids).toEqual([left, changes[3]]);
  const purged = await app.send('POST', `${queue}/purge`, {
    key: keys.approver,
    body: { model_name: 'd', dry_run: false },
  });
  expect(purged.statusCode, purged.body).toBe(200);
  expect(await read(id)).toMatchObject({ change_id: left, change_ids: [left] });
  expect((await send('GET', '')).json().items[0]).toMatchObject({ change_id: left, change_ids: [left] });
  await verified();
});

it('is fulfilled by what was proposed for another one that is its duplicate', async () => {
  const [one, two] = [await asked('same'), await asked('the same')];
  const change_id = await app.propose('POST', '/clip', { name: 'same', description: 'made' });
  await send('POST', `/${one}/changes`, keys.requestor, { change_id });
  await decide(one, 'duplicate', { duplicate_of: two });
  await app.approve(change_id);
  await app.apply(change_id);
  expect(await read(two)).toMatchObject({ state: 'fulfilled', model_name: 'same', change_id });
  await verified();
});

it('is fulfilled by nothing of which the requestor has taken back what told its reviewers', async () => {
  const id = await asked('of another', keys.nobody);
  const change_id = await app.propose('POST', '/clip', { name: 'unrelated', description: 'made' });
  await send('POST', `/${id}/changes`, keys.requestor, { change_id });
  const at = `/api/model_references/v2/pending_queue/changes/${change_id}`;
  const talk = await app.send('GET', `${at}/conversation`, { key: keys.requestor });
  const comment = talk.json().entries.at(-1).event_id;
  for (const [method, body] of [['DELETE'], ['PUT', { text: 'Nothing.' }]] as const) {
    const refused = await app.send(method, `${at}/comments/${comment}`, { key: keys.requestor, body });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      `Comment ${comment} links the change to a model request: it cannot be edited or deleted.`,
    ]);
  }
  await verified();
});

it('takes so many changes at a time, and only so many steps of an account, also where they name changes', async () => {
  const ids = [];
  for (let each = 0; each < 10; each += 1) ids.push(await asked(`model ${each}`));
  now += 24 * 60 * 60;
  const change = async (name: string) => app.propose('POST', '/clip', { name, description: 'made' });
  const name = (id: number, change_id: number) =>
    send('POST', `/${id}/changes`, keys.requestor, { change_id });
  const changes = [];
  for (let each = 0; each < 21; each += 1) changes.push(await change(`for ${each}`));
  for (const id of ids)
    for (const each of changes.slice(0, 20)) expect((await name(id, each)).statusCode).toBe(200);
  const refused = await name(ids[0] ?? 0, changes[20] ?? 0);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    'An account may make 200 steps per day. Try again tomorrow.',
  ]);
  // What is named already is no further step.
  expect((await name(ids[0] ?? 0, changes[0] ?? 0)).statusCode).toBe(200);
  now += 24 * 60 * 60;
  const full = await name(ids[0] ?? 0, changes[20] ?? 0);
  expect([full.statusCode, full.json().detail]).toEqual([
    400,
    `Request ${ids[0]} already has 20 open changes, the maximum: one of them must be decided first.`,
  ]);
});

it('goes with the last account that wants it, and with nobody else', async () => {
  const id = await asked('taken back');
  await second(id, keys.requestor);
  expect((await send('DELETE', `/${id}/seconds`, keys.nobody)).json()).toMatchObject({
    state: 'open',
    wanted: 1,
  });
  expect((await send('DELETE', `/${id}/seconds`, keys.nobody)).statusCode).toBe(400);
  expect((await send('DELETE', `/${id}/seconds`, keys.requestor)).json()).toMatchObject({
    state: 'withdrawn',
  });
  expect((await second(id, keys.nobody)).statusCode).toBe(409);
  await verified();
});

it('bounds what one account does, and approvers hide what nobody should see', async () => {
  for (let each = 0; each < 10; each += 1) await asked(`model ${each}`);
  expect((await ask({ name: 'one too many' })).statusCode).toBe(429);
  now += 24 * 60 * 60;
  const id = await asked('bad words');
  expect((await ask({ name: 'x'.repeat(201) })).statusCode).toBe(422);
  expect((await send('POST', `/${id}/comments`, keys.nobody, { text: 'x'.repeat(5000) })).statusCode).toBe(
    422,
  );
  expect((await decide(id, 'hide', { reason: 'unlawful' })).json().hidden).toBe(true);
  for (const at of [`/${id}`, `/${id}/seconds`, `/${id}/steps`])
    expect((await send('GET', at)).statusCode).toBe(404);
  expect(await ids('?sort=newest')).not.toContain(id);
  expect((await second(id, keys.requestor)).statusCode).toBe(404);
  const again = await ask({ name: 'Bad Words' }, keys.requestor);
  expect(again.statusCode).toBe(409);
  expect(again.body).not.toContain('unlawful');
  expect((await send('GET', '/hidden', keys.approver)).json().items).toHaveLength(1);
  await decide(id, 'unhide');
  expect((await read(id)).state).toBe('open');
  await verified();
});

it('keeps what was said of it, and as plain text', async () => {
  const id = await asked('spoken of');
  await send('POST', `/${id}/comments`, keys.requestor, { text: 'It is\u202E <b>good</b>' });
  await decide(id, 'accept');
  const { items } = (await send('GET', `/${id}/steps`)).json();
  expect(items.map(({ action, text }: { action: string; text: string }) => [action, text])).toEqual([
    ['ask', 'I miss spoken of'],
    ['comment', 'It is  <b>good</b>'],
    ['accept', null],
  ]);
  expect((await read(id)).comments).toBe(1);
});

it('verifies requests by their events', async () => {
  const id = await asked('forged');
  for (const sql of [
    `UPDATE model_requests SET wanted = 99 WHERE request_id = ${id}`,
    `INSERT INTO model_request_seconds VALUES (${id}, 'x', 'x#1', NULL, 1)`,
    'DELETE FROM model_request_keys',
    'DELETE FROM model_request_steps',
  ]) {
    await app.store.write(async () => {});
    await runSql(app.settings.databaseUrl, sql);
  }
  const { problems } = await verifyStore(app.store);
  expect(problems.map(({ text }) => text)).toEqual([
    expect.stringMatching(/request 1 differs .*: its state, keys, steps, seconds$/),
  ]);
});
