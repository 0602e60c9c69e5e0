import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { waitingTimes } from '../../../src/modules/activity/activity.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { findCategory } from '../../../src/records/categories/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const path = `${v2}/operations/activity`;

let app: TestApp;
let now = 0;
beforeEach(async () => {
  now = 1_800_000_000;
  app = await startTestApp({ overrides: { clock: { now: () => now } } });
});
afterEach(() => app[Symbol.asyncDispose]());

interface Deed {
  action: string;
  username: string | null;
  category: string | null;
  model_name: string | null;
}
const read = async (query = '', key: string = keys.approver) => app.get(`${path}${query}`, { key });
/** What was done, oldest first. */
const deeds = async (query = '') =>
  ((await read(query)).json().items as Deed[])
    .map(({ action, model_name }) => `${action} ${model_name}`)
    .reverse();
const comment = (id: number, text: string, key: string) =>
  app.send('POST', `${v2}/pending_queue/changes/${id}/comments`, { key, body: { text } });

/** Two models, of which one is talked about, applied and then proposed to be deleted. */
async function fill() {
  const first = await app.propose('POST', '/clip', { name: 'first' });
  now += 100;
  await comment(first, 'Why?', keys.approver);
  now += 100;
  const second = await app.propose('POST', '/blip', { name: 'second' });
  await app.approve(first, second);
  now += 100;
  await app.apply(first);
  now += 100;
  await app.propose('DELETE', '/clip/model/first');
  await app.send('PUT', `${v2}/text_generation/aliases/Marx`, {
    key: keys.requestor,
    body: { aliases: ['marx'] },
  });
  return { first, second };
}

describe('who did what', () => {
  it('is told by who, action, category, model and time, newest first', async () => {
    await fill();
    const all = [
      'enqueue first',
      'comment first',
      'enqueue second',
      'approve first',
      'approve second',
      'apply first',
      'batch_split null',
      'enqueue first',
    ];
    expect((await deeds()).slice(0, all.length)).toEqual(all);
    const { items } = (await read()).json();
    expect(items.find(({ action }: Deed) => action === 'comment')).toMatchObject({
      user_id: users.approver.id,
      username: users.approver.username,
      category: 'clip',
      at: 1_800_000_100,
    });
    expect(await deeds(`?user_id=${users.approver.id}`)).toEqual([
      'comment first',
      'approve first',
      'approve second',
      'apply first',
      'batch_split null',
    ]);
    expect(await deeds('?actions=approve&actions=apply&category=clip')).toEqual([
      'approve first',
      'apply first',
    ]);
    expect(await deeds('?model_name=second')).toEqual(['enqueue second', 'approve second']);
    expect(await deeds('?model_name=first&category=blip')).toEqual([]);
    expect(await deeds('?since=1800000100&until=1800000200')).toEqual(all.slice(1, 5));
    expect((await deeds('?actions=create&actions=update')).length).toBe(1);
  });

  it('is told of changes that were removed from the queue, too', async () => {
    const name = `100%_"`;
    const purge = (model_name: string) =>
      app.send('POST', `${v2}/pending_queue/purge`, { key: keys.approver, body: { model_name } });
    await app.propose('POST', '/clip', { name });
    await app.propose('POST', '/blip', { name });
    await app.propose('POST', '/clip', { name: `${name}, another` });
    await app.approve(1);
    expect((await purge(name)).json()).toMatchObject({ removed_count: 3 });
    const query = `?model_name=${encodeURIComponent(name)}&category=clip`;
    expect(await deeds(query)).toEqual([`enqueue ${name}`, `approve ${name}`, `purge ${name}`]);
    expect((await deeds('?category=blip&actions=purge')).length).toBe(1);
  });

  it('says which aliases, family or naming schema was written, and by whom', async () => {
    const { id: user_id, username } = users.requestor;
    const put = async (path: string, body: object) =>
      expect(
        (await app.send('PUT', `${v2}/text_generation/${path}`, { key: keys.requestor, body })).statusCode,
      ).toBe(200);
    await put('aliases/Marx', { aliases: ['marx'] });
    // More than is read of changes' events.
    const members = Array.from({ length: 500 }, (_, n) => `${n}-${'long'.repeat(10)}`);
    await put('families/Marxes', { members });
    await put('group/Marx/name_schema', { separator: '_' });
    // Whatever a record claims, nobody of that name has written it.
    const definition = findCategory('text_generation')!;
    const record = { name: 'Marx', parameters: 1, username: 'Ada#1', group_entry: 'alias' };
    const models = [{ definition, file: 'a.json', name: 'Marx', format: 'v2' as const, record }];
    now += 1;
    await importReferences(app.store, { ...joinReferenceFiles([]), models }, { canonicalFormat: 'v2', now });
    const { items } = (await read('?category=text_generation')).json();
    const entry = (kind: string, name: string) => ({
      ...{ user_id, username, action: 'create', category: 'text_generation' },
      ...{ model_name: null, group_entry: { kind, name } },
    });
    expect(items).toEqual([
      expect.objectContaining({ user_id: 'import', username: null, model_name: 'Marx', group_entry: null }),
      expect.objectContaining(entry('name_schema', 'Marx')),
      expect.objectContaining(entry('family', 'Marxes')),
      expect.objectContaining(entry('alias', 'Marx')),
    ]);
    expect((await read('?model_name=Marxes')).json().items).toEqual([items[2]]);
    const person = (await read(`/people/${user_id}`)).json();
    expect([person.username, person.deeds.by_action]).toEqual([username, { create: 3 }]);
  });

  it('comes by pages that fit together, filtered or not', async () => {
    await fill();
    for (const filter of ['', '&actions=enqueue', `&user_id=${users.approver.id}`]) {
      const whole = (await read(`?limit=100${filter}`)).json().items;
      const pages: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { items: unknown[]; next_cursor: string | null } = (
          await read(`?limit=2${filter}${cursor && `&cursor=${cursor}`}`)
        ).json();
        pages.push(...page.items);
        cursor = page.next_cursor;
      }
      expect(pages).toEqual(whole);
    }
  });

  it('is for approvers, where there is a trail; what makes no sense is refused', async () => {
    expect((await app.get(path)).statusCode).toBe(401);
    expect((await read('', keys.requestor)).statusCode).toBe(401);
    expect((await read('?actions=gossip')).statusCode).toBe(422);
    expect((await read('?cursor=x')).statusCode).toBe(422);
    await using mute = await startTestApp({ settings: { auditEnabled: false } });
    const answer = await mute.get(path, { key: keys.approver });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      expect.stringContaining('audit.enabled'),
    ]);
  });
});

it('of a person it says what they proposed, what became of it, and how long it waited', async () => {
  const { second } = await fill();
  const third = await app.propose('POST', '/clip', { name: 'third' });
  now += 1_000;
  await app.send('POST', `${v2}/pending_queue/changes/${third}/withdraw`, { key: keys.requestor });
  await app.apply(second);
  const person = (await read(`/people/${users.requestor.id}`)).json();
  expect(person).toEqual({
    user_id: users.requestor.id,
    username: users.requestor.username,
    proposals: {
      total: 4,
      looked_at: 4,
      by_status: { pending: 1, approved: 0, applied: 2, rejected: 1 },
      withdrawn: 1,
      until_decided: { count: 3, median: 200, p90: 1_000, longest: 1_000 },
      until_applied: { count: 2, median: 300, p90: 1_200, longest: 1_200 },
    },
    deeds: { looked_at: 6, by_action: { enqueue: 4, create: 1, withdraw: 1 } },
  });
  const approver = (await read(`/people/${users.approver.id}`)).json();
  expect([approver.username, approver.proposals.total]).toEqual([users.approver.username, 0]);
});

it('says how long decisions took, by month, risk and outcome, to everybody', async () => {
  const [early, late] = [
    await app.propose('POST', '/clip', { name: 'a' }),
    await app.propose('POST', '/clip', { name: 'b' }),
  ];
  now += 50;
  await app.approve(early);
  now += 40 * 24 * 3600;
  const body = { batch_title: 'no', rejected_ids: [late], reject_reason: 'no' };
  await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body });
  await app.propose('POST', '/clip', { name: 'c' });
  now += 7;
  const none = { count: 0, median: null, p90: null, longest: null };
  const one = (seconds: number) => ({ count: 1, median: seconds, p90: seconds, longest: seconds });
  const long = one(50 + 40 * 24 * 3600);
  expect((await app.get(`${v2}/decision_times`)).json()).toEqual({
    looked_at: 3,
    months: [
      { month: '2027-02', approved: none, rejected: long, withdrawn: none },
      { month: '2027-01', approved: one(50), rejected: none, withdrawn: none },
    ],
    // Of somebody of whom nothing was applied so far.
    risks: [{ risk: 'look', approved: one(50), rejected: long, withdrawn: none }],
    pending: one(7),
  });
});

it('medians are times that something did take', () => {
  expect(waitingTimes([])).toEqual({ count: 0, median: null, p90: null, longest: null });
  expect(waitingTimes([5, 1, 9, 7])).toEqual({ count: 4, median: 5, p90: 9, longest: 9 });
  expect(waitingTimes(Array.from({ length: 10 }, (_, n) => 10 - n))).toMatchObject({ median: 5, p90: 9 });
});

test('the times to a decision are metrics, in which a repeated apply counts once', async () => {
  const [kept, refused, takenBack] = [
    await app.propose('POST', '/clip', { name: 'kept' }),
    await app.propose('POST', '/clip', { name: 'refused' }),
    await app.propose('POST', '/clip', { name: 'taken back' }),
  ];
  const post = async (path: string, body: object, key: string = keys.approver) =>
    (await app.send('POST', `${v2}/pending_queue${path}`, { key, body })).statusCode;
  now += 30;
  expect(await post(`/changes/${takenBack}/withdraw`, {}, keys.requestor)).toBe(200);
  now += 3_000;
  const batch = { batch_title: 'Today', reject_reason: 'No.', rejected_ids: [refused] };
  expect(await post('/batches', { ...batch, approved_ids: [kept, 99] })).toBe(400);
  expect(await post('/batches', { ...batch, approved_ids: [kept] })).toBe(200);
  now += 86_400;
  for (let call = 0; call < 2; call += 1) {
    expect(await post(`/changes/${kept}/apply`, { job_id: 'once' })).toBe(200);
  }
  const name = 'modelref_decision_duration_seconds';
  const lines = (await app.get('/metrics')).body.split('\n').filter((line) => line.startsWith(name));
  const counted = lines.filter((line) => /_(sum|count)/.test(line));
  expect(counted.filter((line) => !line.endsWith(' 0')).sort()).toEqual([
    `${name}_count{outcome="applied",risk="look"} 1`,
    `${name}_count{outcome="approved",risk="look"} 1`,
    `${name}_count{outcome="rejected",risk="look"} 1`,
    `${name}_count{outcome="withdrawn",risk="look"} 1`,
    `${name}_sum{outcome="applied",risk="look"} 89430`,
    `${name}_sum{outcome="approved",risk="look"} 3030`,
    `${name}_sum{outcome="rejected",risk="look"} 3030`,
    `${name}_sum{outcome="withdrawn",risk="look"} 30`,
  ]);
  // Those that nothing was decided of are there as well.
  expect(counted).toHaveLength(2 * 4 * 4);
  expect(lines).toContain(`${name}_bucket{le="60",outcome="withdrawn",risk="look"} 1`);
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});

test('the risk of a decision is that of its moment: in the trail, and gone with an approval that is taken back', async () => {
  await app.seed('clip', { name: 'kept' });
  const id = await app.propose('DELETE', '/clip/model/kept');
  const riskNow = () => app.store.read(async (tx) => (await changeStore(tx).heads([id]))[0]?.decided_risk);
  await app.approve(id);
  expect(await riskNow()).toBe('high');
  const trail = await app.store.read((tx) => auditStore(tx).events({ change_ids: [id] }, 10));
  expect(trail.at(-1)?.payload).toMatchObject({ after: { change_id: id, risk: 'high' } });
  await app.send('POST', `${v2}/pending_queue/changes/${id}/unapprove`, { key: keys.approver });
  expect(await riskNow()).toBe(null);
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});

test('who rejects their own proposal has not withdrawn it', async () => {
  const path = `${v2}/clip`;
  const proposed = await app.send('POST', path, { key: keys.approver, body: { name: 'own' } });
  const body = { batch_title: 'No', rejected_ids: [proposed.json().change_id], reject_reason: 'No.' };
  await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body });
  const [month] = (await app.get(`${v2}/decision_times`)).json().months;
  expect([month.rejected.count, month.withdrawn.count]).toEqual([1, 0]);
});
