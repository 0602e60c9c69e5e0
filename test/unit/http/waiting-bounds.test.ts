import { expect, test } from 'vitest';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { contentHash } from '../../../src/records/hash.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

const propose = (app: TestApp, name: string, description = '', key: string = keys.requestor) =>
  app.send('POST', `${v2}/clip`, { key, body: { name, description } });
const stored = (app: TestApp) => app.store.read((reader) => changeStore(reader).count({}));

test('a requestor with as many changes waiting as they may is told so, and has room again after a review', async () => {
  await using app = await startTestApp({ overrides: { bounds: { waitingChanges: 3 } } });
  const answers = [];
  for (const name of ['a', 'b', 'c', 'd']) answers.push(await propose(app, name));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 429]);
  expect(answers[3]?.json()).toEqual({
    detail:
      'Nothing was queued. You already have 3 open changes; an account may have 3. Try again when open changes are applied, rejected or purged.',
  });
  expect(await stored(app)).toBe(3);
  // Approvers are not held up by it.
  for (const name of ['e', 'f', 'g', 'h'])
    expect((await propose(app, name, '', keys.approver)).statusCode).toBe(202);
  // Approved ones still wait.
  await app.approve(1);
  expect((await propose(app, 'd')).statusCode).toBe(429);
  await app.apply(1);
  expect((await propose(app, 'd')).statusCode).toBe(202);
});

test('a requestor with as many bytes waiting as they may is told how many are left', async () => {
  await using app = await startTestApp({ overrides: { bounds: { waitingBytes: 5_000 } } });
  expect((await propose(app, 'a', 'x'.repeat(3_000))).statusCode).toBe(202);
  const [own] = (await app.get(`${v2}/pending_queue/my_changes`, { key: keys.requestor })).json().items;
  const sum = (await app.store.read((reader) => changeStore(reader).waiting(own.requested_by, 0))).bytes;
  expect(sum).toBeGreaterThan(3_000);
  const refused = await propose(app, 'b', 'x'.repeat(3_000));
  expect(refused.statusCode).toBe(429);
  expect(refused.json().detail).toContain(
    `your open changes have ${sum} bytes, including earlier versions and changes withdrawn within a day (${5_000 - sum} bytes are left).`,
  );
  expect(await stored(app)).toBe(1);
  expect((await propose(app, 'c', 'short')).statusCode).toBe(202);
});

test('who proposes, revises and withdraws again and again leaves no more than may wait of an account', async () => {
  const time = { seconds: 1_700_000_000 };
  const most = 2_000_000;
  await using app = await startTestApp({
    overrides: { bounds: { waitingBytes: most }, clock: { now: () => time.seconds } },
  });
  const key = keys.requestor;
  const large = (text: string) => ({ name: 'a', description: text.repeat(100_000) });
  const send = (method: string, path: string, body: unknown, retry: string) =>
    app.send(method, path, { key, body, headers: { 'idempotency-key': retry } });
  const round = async (number: number) => {
    const proposed = await send('POST', `${v2}/clip`, large('x'), `propose-${number}`);
    if (proposed.statusCode !== 202) return [proposed.statusCode];
    const path = `${v2}/pending_queue/changes/${proposed.json().change_id}`;
    const revised = await send('PUT', path, { record: large('y') }, `revise-${number}`);
    // The record of now, and that of before, are given again.
    const again = [
      await send('PUT', path, { record: large('y') }, `revise-${number}`),
      await send('POST', `${v2}/clip`, large('x'), `propose-${number}`),
    ];
    expect(again.map(({ body }) => contentHash(body))).toEqual(
      [revised, proposed].map(({ body }) => contentHash(body)),
    );
    const withdrawn = await send('POST', `${path}/withdraw`, undefined, `withdraw-${number}`);
    return [proposed.statusCode, revised.statusCode, withdrawn.statusCode];
  };
  const rounds: number[][] = [];
  for (let number = 0; number < 15; number += 1) rounds.push(await round(number));
  expect(rounds.slice(0, 9)).toEqual(Array(9).fill([202, 200, 200]));
  expect(rounds.slice(10)).toEqual(Array(5).fill([429]));
  const bytes = await app.store.read(async ({ db }) => {
    const answers = await db.selectFrom('first_answers').select('answer').execute();
    const events = await db.selectFrom('audit_events').select('payload').execute();
    return {
      answers: answers.reduce((sum, { answer }) => sum + answer.length, 0),
      events: events.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0),
    };
  });
  expect(bytes.answers).toBeLessThan(100_000);
  expect(bytes.events).toBeLessThan(most * 1.2);
  time.seconds += 86_401;
  expect(await round(60)).toEqual([202, 200, 200]);
});
