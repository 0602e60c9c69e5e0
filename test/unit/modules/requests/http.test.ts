import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { runSql } from '../../../support/run-sql.ts';
import { asking } from './request-setup.ts';

const path = '/api/model_references/v2/requests';
const queue = '/api/model_references/v2/pending_queue';

let app: TestApp;
let now = 1_800_000_000;
beforeAll(async () => {
  app = await startTestApp({ overrides: { clock: { now: () => now } } });
});
afterAll(() => app[Symbol.asyncDispose]());
/** Each test has a day of its own, and an account without undecided requests: there are bounds for both. */
afterEach(async () => {
  for (const { request_id } of await items('?state=open&state=accepted&limit=100'))
    await decide(request_id, 'decline', { reason: 'over' });
  now += 24 * 60 * 60;
});

const { send, decide, second, read, items, ...of } = asking(() => app);
const ask = (body: object, key?: string) => of.ask({ category: 'clip', ...body }, key);
const asked = (name: string, key?: string) => of.asked({ name, why: `I miss ${name}` }, key);
const ids = async (query: string) =>
  (await items(query)).map(({ request_id }: { request_id: number }) => request_id);
const propose = (name: string) => app.propose('POST', '/clip', { name, description: 'made' });
const applied = async (change: number) => {
  await app.approve(change);
  await app.apply(change);
};
/** Names a change as proposed for a request. */
const link = (id: number, change_id: number, key: string = keys.requestor) =>
  send('POST', `/${id}/changes`, key, { change_id });
/** Returns kind and request of an account's inbox entries about these requests. */
const told = async (key: string, ...of: number[]) => {
  const inbox = (await app.send('GET', `${queue}/inbox`, { key })).json();
  return inbox.items
    .map(({ kind, request_id }: { kind: string; request_id: number }) => [kind, request_id])
    .filter(([, id]: [string, number]) => of.includes(id));
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
  const seconds = await items(`/${id}/seconds`);
  expect(seconds.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual(
    [users.nobody.id, users.requestor.id].sort(),
  );
  await verified();
});

it('lists by how many want it, with filters, pages and an ETag', async () => {
  const [one, two, three] = [await asked('one'), await asked('two'), await asked('three', keys.requestor)];
  await second(two, keys.requestor);
  const open = '?state=open';
  expect(await ids(open)).toEqual([two, three, one]);
  expect(await ids(`${open}&sort=oldest`)).toEqual([one, two, three]);
  expect(await ids('?category=blip')).toEqual([]);
  expect(await ids(`${open}&wanted_by=${users.requestor.id}&sort=newest`)).toEqual([three, two]);
  const page = await send('GET', `${open}&limit=2`);
  expect(page.json()).toMatchObject({ total: 3, next_cursor: `1-${three}` });
  expect(await ids(`${open}&limit=2&cursor=${page.json().next_cursor}`)).toEqual([one]);
  expect((await send('GET', `${open}&limit=3`)).json().next_cursor).toBeNull();
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
  const change = await propose('new-clip');
  const other = await asked('other');
  expect((await link(id, change)).json()).toMatchObject({ state: 'open', change_id: change });
  const talk = await app.send('GET', `${queue}/changes/${change}/conversation`, { key: keys.approver });
  expect(talk.json().entries.at(-1).text).toBe(`Proposed for request ${id}, which 2 want.`);
  await applied(change);
  expect(await read(id)).toMatchObject({ state: 'fulfilled', model_name: 'new-clip', change_id: change });
  expect(await read(other)).toMatchObject({ state: 'open' });
  for (const key of [keys.requestor, keys.nobody]) {
    expect(await told(key, id)).toEqual([['request_fulfilled', id]]);
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
  expect(await told(keys.requestor, two)).toEqual([['request_duplicate', two]]);
  expect((await decide(one, 'duplicate', { duplicate_of: one })).statusCode).toBe(400);
  expect((await decide(one, 'duplicate', { duplicate_of: two })).statusCode).toBe(409);
  await verified();
});

it('names the new name where a rename fulfils it', async () => {
  await app.seed('clip', { name: 'old', description: 'x' });
  const rename = async (from: string, to: string) => {
    const request = { key: keys.requestor, body: { from, to } };
    const answer = await app.send('POST', '/api/model_references/v2/clip/rename', request);
    return answer.json().change_id as number;
  };
  const [before, after] = [await asked('new'), await asked('newest')];
  const first = await rename('old', 'new');
  await link(before, first);
  await applied(first);
  expect(await read(before)).toMatchObject({ state: 'fulfilled', model_name: 'new' });
  const next = await rename('new', 'newest');
  await applied(next);
  expect((await link(after, next, keys.approver)).json()).toMatchObject({
    state: 'fulfilled',
    model_name: 'newest',
  });
  await verified();
});

it('leads to the request that has the seconds of a duplicate, where somebody asks for that again', async () => {
  const [one, two, three] = [await asked('first'), await asked('middle'), await asked('last')];
  await decide(one, 'duplicate', { duplicate_of: two });
  await decide(two, 'duplicate', { duplicate_of: three });
  const again = await ask({ name: 'first' }, keys.requestor);
  expect(again.json().detail).toBe(`Request ${three} already asks for this model: second it instead.`);
  await decide(three, 'decline', { reason: 'too large' });
  expect((await ask({ name: 'first' }, keys.requestor)).json().detail).toContain(
    `Request ${three} was declined: too large.`,
  );
  await decide(three, 'hide', { reason: 'unlawful' });
  expect((await ask({ name: 'first', anyway: true }, keys.requestor)).statusCode).toBe(409);
});

it('is named by its number alone where others read what was proposed for it', async () => {
  const id = await asked('very bad words');
  const change = await propose('harmless');
  await link(id, change, keys.approver);
  await decide(id, 'hide', { reason: 'unlawful' });
  const read = (path: string) => app.send('GET', queue + path, { key: keys.requestor });
  expect((await read(`/changes/${change}/conversation`)).json().entries.at(-1)).toMatchObject({
    text: `Proposed for request ${id}, which 1 want.`,
  });
  expect((await read('/inbox')).body).not.toContain('bad words');
});

it('leaves the inboxes when it is hidden', async () => {
  const [id, other] = [await asked('rude words'), await asked('polite')];
  for (const each of [id, other]) {
    await decide(each, 'accept');
    await decide(each, 'decline', { reason: 'no' });
  }
  expect(await told(keys.nobody, id, other)).toHaveLength(4);
  await decide(id, 'hide', { reason: 'unlawful' });
  expect(await told(keys.nobody, id, other)).toEqual([
    ['request_declined', other],
    ['request_accepted', other],
  ]);
});

it('is closed by no change whose reviewers did not know of it, unless an approver names that', async () => {
  const approved = await propose('waits');
  await app.approve(approved);
  const live = await propose('old news');
  await applied(live);
  const id = await asked('of another');
  for (const [change, status] of [
    [approved, 'approved'],
    [live, 'applied'],
  ] as const) {
    const refused = await link(id, change);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `Change ${change} is already ${status}: only an approver can link it to request ${id}.`,
    ]);
  }
  await app.apply(approved);
  expect(await read(id)).toMatchObject({ state: 'open', change_id: null });

  const pending = await propose('another');
  await link(id, pending);
  await app.approve(pending);
  // What is named already can be named again.
  expect((await link(id, pending)).statusCode).toBe(200);
  const linked = (await link(id, live, keys.approver)).json();
  expect(linked).toMatchObject({ state: 'fulfilled', model_name: 'old news' });
  await verified();
});

it('is fulfilled again by the change that it was reopened from, as long as the model is there', async () => {
  const id = await asked('again');
  const change = await propose('again');
  await link(id, change);
  await applied(change);
  await decide(id, 'reopen');
  // The approver has decided that it is not what was asked for.
  expect((await link(id, change)).statusCode).toBe(409);
  expect((await link(id, change, keys.approver)).json()).toMatchObject({
    state: 'fulfilled',
    model_name: 'again',
  });
  await decide(id, 'reopen');
  await app.change('DELETE', '/clip/model/again');
  const refused = await link(id, change, keys.approver);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    400,
    `Change ${change} is applied, but there is no model 'again' of clip any more.`,
  ]);
  expect((await read(id)).state).toBe('open');
  await verified();
});

it('keeps all changes that are named for it, and is fulfilled by the first of them that is applied', async () => {
  const id = await asked('right');
  const right = await propose('right');
  await link(id, right);
  const wrong = await propose('wrong');
  const linked = (await link(id, wrong, keys.approver)).json();
  expect(linked).toMatchObject({ change_id: wrong, change_ids: [right, wrong] });
  await applied(right);
  expect(await read(id)).toMatchObject({ state: 'fulfilled', model_name: 'right', change_id: right });
  await applied(wrong);
  expect(await read(id)).toMatchObject({ model_name: 'right', change_id: right, change_ids: [] });
  await verified();
});

it('names no change as proposed for it that was withdrawn, rejected or purged', async () => {
  const id = await asked('wanted');
  const changes: number[] = [];
  for (const name of ['left', 'withdrawn', 'rejected', 'purged']) {
    changes.push(await propose(name));
    await link(id, changes.at(-1) as number);
  }
  const [left = 0, withdrawn = 0, rejected = 0] = changes;
  const taken = await app.send('POST', `${queue}/changes/${withdrawn}/withdraw`, { key: keys.requestor });
  expect(taken.statusCode, taken.body).toBe(200);
  await app.send('POST', `${queue}/batches`, {
    key: keys.approver,
    body: { batch_title: 'no', rejected_ids: [rejected], reject_reason: 'no' },
  });
  expect((await read(id)).change_ids).toEqual([left, changes[3]]);
  const purged = await app.send('POST', `${queue}/purge`, {
    key: keys.approver,
    body: { model_name: 'purged', dry_run: false },
  });
  expect(purged.statusCode, purged.body).toBe(200);
  expect(await read(id)).toMatchObject({ change_id: left, change_ids: [left] });
  expect((await items('?state=open'))[0]).toMatchObject({ change_id: left, change_ids: [left] });
  await verified();
});

it('is fulfilled by what was proposed for another one that is its duplicate', async () => {
  const [one, two] = [await asked('same'), await asked('the same')];
  const change_id = await propose('same');
  await link(one, change_id);
  await decide(one, 'duplicate', { duplicate_of: two });
  await applied(change_id);
  expect(await read(two)).toMatchObject({ state: 'fulfilled', model_name: 'same', change_id });
  await verified();
});

it('is fulfilled by nothing of which the requestor has taken back what told its reviewers', async () => {
  const id = await asked('of somebody');
  const change_id = await propose('unrelated');
  await link(id, change_id);
  const at = `${queue}/changes/${change_id}`;
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
  for (let each = 0; each < 10; each += 1) await asked(`thing ${each}`);
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
  const hidden = (await send('GET', '/hidden', keys.approver)).json().items;
  expect(hidden).toContainEqual(expect.objectContaining({ request_id: id }));
  await decide(id, 'unhide');
  expect((await read(id)).state).toBe('open');
  await verified();
});

it('keeps what was said of it, and as plain text', async () => {
  const id = await asked('spoken of');
  await send('POST', `/${id}/comments`, keys.requestor, { text: 'It is\u202E <b>good</b>' });
  await decide(id, 'accept');
  const steps = await items(`/${id}/steps`);
  expect(steps.map(({ action, text }: { action: string; text: string }) => [action, text])).toEqual([
    ['ask', 'I miss spoken of'],
    ['comment', 'It is  <b>good</b>'],
    ['accept', null],
  ]);
  expect((await read(id)).comments).toBe(1);
});

it('takes so many changes at a time, and only so many steps of an account, also where they name changes', async () => {
  const ids = [];
  for (let each = 0; each < 10; each += 1) ids.push(await asked(`model ${each}`));
  const changes = [];
  for (let each = 0; each < 21; each += 1) changes.push(await propose(`for ${each}`));
  for (const id of ids)
    for (const each of changes.slice(0, 20)) expect((await link(id, each)).statusCode).toBe(200);
  const refused = await link(ids[0] ?? 0, changes[20] ?? 0);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    'An account may make at most 200 steps per day. Try again tomorrow.',
  ]);
  // What is named already is no further step.
  expect((await link(ids[0] ?? 0, changes[0] ?? 0)).statusCode).toBe(200);
  now += 24 * 60 * 60;
  const full = await link(ids[0] ?? 0, changes[20] ?? 0);
  expect([full.statusCode, full.json().detail]).toEqual([
    400,
    `Request ${ids[0]} already has 20 open changes, the maximum: one of them must be decided first.`,
  ]);
});

it('verifies requests by their events', async () => {
  const id = await asked('forged');
  for (const sql of [
    `UPDATE model_requests SET wanted = 99 WHERE request_id = ${id}`,
    `INSERT INTO model_request_seconds VALUES (${id}, 'x', 'x#1', NULL, 1)`,
    `DELETE FROM model_request_keys WHERE request_id = ${id}`,
    `DELETE FROM model_request_steps WHERE request_id = ${id}`,
  ]) {
    await app.store.write(async () => {});
    await runSql(app.settings.databaseUrl, sql);
  }
  const { problems } = await verifyStore(app.store);
  expect(problems.map(({ text }) => text)).toEqual([
    expect.stringMatching(new RegExp(`request ${id} differs .*: its state, keys, steps, seconds$`)),
  ]);
});
