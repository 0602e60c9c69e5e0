import { expect, onTestFinished, test } from 'vitest';
import { appendEvents } from '../../../../src/modules/audit/index.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { inboxStore } from '../../../../src/modules/inbox/index.ts';
import { importRequests, readRequestsFile, requestsFile } from '../../../../src/modules/requests/index.ts';
import { exportReferences } from '../../../../src/modules/transfer/export.ts';
import { categories } from '../../../../src/records/categories/index.ts';
import type { Store } from '../../../../src/store/store.ts';
import { startTestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { asking } from './asking.ts';

async function registry() {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  return { app, ...asking(() => app) };
}
const exported = async (store: Store) =>
  (await exportReferences(store, categories, 'v2')).find(({ name }) => name === requestsFile);
const act = { append: appendEvents, domain: 'v2', now: 1_900_000_000, userId: 'import' } as const;
const taken = (store: Store, text: string) => importRequests(store, readRequestsFile(text), act);

test('requests come out of an export and into another registry: states, seconds, conversation, nothing hidden', async () => {
  const here = await registry();
  expect(await exported(here.app.store)).toBeUndefined();
  const { asked, second, decide, send } = here;
  const bad = await asked({ name: 'unlawful name' });
  const [one, two, three] = [
    await asked({ name: 'one', why: 'rude reason' }),
    await asked({ name: 'two' }),
    await asked({ name: 'three' }),
  ];
  await second(two, keys.requestor, { why: 'me too' });
  await decide(two, 'duplicate', { duplicate_of: one });
  await decide(one, 'hide_comment', { user_id: users.nobody.id, reason: 'rude' });
  await send('POST', `/${one}/comments`, keys.nobody, { text: 'rude comment' });
  await send('POST', `/${one}/comments`, keys.nobody, { text: 'kind comment' });
  const rude = (await here.items(`/${one}/steps`)).find(
    ({ text }: { text: string }) => text === 'rude comment',
  );
  await decide(one, 'hide_comment', { comment: rude.event_id, reason: 'rude' });
  await decide(three, 'decline', { reason: 'too large' });
  const change_id = await here.app.propose('POST', '/clip', { name: 'one', description: 'x' });
  await send('POST', `/${one}/changes`, keys.requestor, { change_id });
  await here.app.approve(change_id);
  await here.app.apply(change_id);
  await second(bad, keys.requestor);
  await decide(bad, 'hide', { reason: 'unlawful' });

  const file = await exported(here.app.store);
  expect(file?.holds).toBe('3 requests for models, without 1 hidden ones');
  for (const hidden of ['unlawful', 'rude reason', 'rude comment']) expect(file?.text).not.toContain(hidden);

  const there = await registry();
  await there.asked({ name: 'own' });
  expect(await taken(there.app.store, file?.text ?? '')).toEqual({ taken: 3, unchanged: 0 });
  const list = async ({ items }: typeof here, name: string) => {
    const [found] = (await items('')).filter((each: { name: string }) => each.name === name);
    const { request_id, change_id: _, duplicate_of, comments: __, why: ___, ...request } = found;
    const seconds = await items(`/${request_id}/seconds`);
    return { ...request, seconds, isDuplicate: duplicate_of !== null };
  };
  for (const name of ['one', 'two', 'three']) expect(await list(there, name)).toEqual(await list(here, name));
  expect(
    (await there.items('?state=fulfilled')).map(({ request_id }: { request_id: number }) => request_id),
  ).toEqual([2]);
  const said = await there.items('/2/steps');
  expect(said.map(({ text }: { text: string }) => text)).toContain('kind comment');
  // Who wants it was told there, not by the import.
  const told = await there.app.store.read((tx) => inboxStore(tx).list({ user_id: users.requestor.id }, 10));
  expect(told).toEqual([]);
  expect((await verifyStore(there.app.store)).problems).toEqual([]);

  // Again, nothing happens; and what comes out there is the same, beside its own.
  expect(await taken(there.app.store, file?.text ?? '')).toEqual({ taken: 0, unchanged: 3 });
  expect(await taken(here.app.store, file?.text ?? '')).toEqual({ taken: 0, unchanged: 3 });
  const third = await registry();
  await taken(third.app.store, file?.text ?? '');
  expect((await exported(third.app.store))?.text).toBe(file?.text);
  expect((await verifyStore(third.app.store)).problems).toEqual([]);
});

test('a file that is none of requests, or whose steps are not possible, changes nothing', async () => {
  const { app, asked, items } = await registry();
  await asked({ name: 'own' });
  const step = { request: 1, at: 1, user_id: '1', username: 'a#1', said: {} };
  const ask = { ...step, action: 'ask', said: { category: 'clip', name: 'x' } };
  expect(() => readRequestsFile('[')).toThrow('is no JSON');
  expect(() => readRequestsFile('{"steps":[{"request":1}]}')).toThrow('no file of requests: steps.0.action');
  for (const [steps, why] of [
    [[{ ...step, action: 'second' }], 'request 1 was not asked for before: second'],
    [[ask, { ...step, action: 'reopen' }], 'cannot take: reopen'],
    [[{ ...ask, said: { category: 'nonsense', name: 'x' } }], "'nonsense', which is no category here"],
    [[ask, { ...step, action: 'second' }], "request 1: 'second' of account 1 is not possible"],
    [[ask, { ...step, user_id: '2', action: 'unsecond' }], "'unsecond' of account 2 is not possible"],
    [[ask, { ...step, action: 'join', said: { from: 7 } }], 'not asked for before'],
  ] as const) {
    await expect(taken(app.store, JSON.stringify({ steps }))).rejects.toThrow(why);
  }
  expect(await items('')).toHaveLength(1);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

test('who wants a request that a hidden one was merged into comes out and in, as does what they did then', async () => {
  const here = await registry();
  const bad = await here.asked({ name: 'unlawful name', why: 'unlawful reason' }, keys.requestor);
  const good = await here.asked({ name: 'good' }, keys.nobody);
  await here.decide(bad, 'duplicate', { duplicate_of: good });
  await here.decide(bad, 'hide', { reason: 'unlawful' });
  await here.send('DELETE', `/${good}/seconds`, keys.nobody);
  await here.decide(good, 'accept');
  const text = (await exported(here.app.store))?.text ?? '';
  expect(text).not.toContain('unlawful');

  const there = await registry();
  expect(await taken(there.app.store, text)).toEqual({ taken: 1, unchanged: 0 });
  expect((await there.items(''))[0]).toMatchObject({ name: 'good', state: 'accepted', wanted: 1 });
  expect(await there.items('/1/seconds')).toMatchObject([{ user_id: users.requestor.id, why: null }]);
  expect((await exported(there.app.store))?.text).toBe(text);
  expect((await verifyStore(there.app.store)).problems).toEqual([]);
});

test('a request into which one was merged that is there already has the accounts that the file says', async () => {
  const [here, there] = [await registry(), await registry()];
  const one = await here.asked({ name: 'one' });
  await taken(there.app.store, (await exported(here.app.store))?.text ?? '');
  // There, an account wants it that does not here; and here one that does not there.
  await there.second(1, keys.approver);
  await here.second(one, keys.requestor);
  const two = await here.asked({ name: 'two' });
  await here.decide(one, 'duplicate', { duplicate_of: two });
  await here.send('DELETE', `/${two}/seconds`, keys.requestor);
  await here.second(two, keys.approver);
  await taken(there.app.store, (await exported(here.app.store))?.text ?? '');
  const ids = (await there.items('/2/seconds')).map(({ user_id }: { user_id: string }) => user_id);
  expect(ids).toEqual([users.approver.id, users.nobody.id]);
  expect((await there.items('?sort=newest'))[0]).toMatchObject({ name: 'two', wanted: 2 });
  expect((await verifyStore(there.app.store)).problems).toEqual([]);
});

test('an export of nothing but hidden requests replaces a file that shows them', async () => {
  const { app, asked, decide } = await registry();
  await decide(await asked({ name: 'unlawful' }), 'hide', { reason: 'unlawful' });
  const file = await exported(app.store);
  expect(file).toMatchObject({
    name: requestsFile,
    holds: '0 requests for models, without 1 hidden ones',
  });
  expect(file?.text).not.toContain('unlawful');
  expect(await taken(app.store, file?.text ?? '')).toEqual({ taken: 0, unchanged: 0 });
});
