import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const day = 86_400;

let app: TestApp;
/** Noon of a day. */
let now = 20_000 * day + day / 2;
beforeAll(async () => {
  app = await startTestApp({ overrides: { clock: { now: () => now } } });
});
afterAll(() => app[Symbol.asyncDispose]());

const decide = async (body: object) =>
  (await app.send('POST', `${v2}/pending_queue/batches`, { key: keys.approver, body })).statusCode;
const trends = async (days: number) => (await app.get(`${v2}/trends?days=${days}`)).json().days;

test('each day has the models and changes at its end, what was decided, and how long that took', async () => {
  await app.seed('clip', { name: 'kept' }, { name: 'deleted' });
  // Neither an alias nor a request for a model is a model.
  await app.send('POST', `${v2}/text_generation/aliases/Llama`, {
    key: keys.requestor,
    body: { alias: 'L' },
  });
  const request = { category: 'clip', name: 'wanted', why: 'It is missing.' };
  expect((await app.send('POST', `${v2}/requests`, { key: keys.requestor, body: request })).statusCode).toBe(
    201,
  );
  now += day;
  const [deletion, refused, withdrawn] = [
    await app.propose('DELETE', '/clip/model/deleted'),
    await app.propose('POST', '/clip', { name: 'refused' }),
    await app.propose('POST', '/clip', { name: 'taken back' }),
  ];
  const withdraw = `${v2}/pending_queue/changes/${withdrawn}/withdraw`;
  expect((await app.send('POST', withdraw, { key: keys.requestor, body: {} })).statusCode).toBe(200);
  now += day;
  await app.approve(deletion);
  await app.apply(deletion);
  now += day;
  expect(await decide({ batch_title: 'No', rejected_ids: [refused], reject_reason: 'No.' })).toBe(200);
  now += 7 * day;

  const none = { models: 1, added: 0, deleted: 0, waiting: 0, applied: 0, rejected: 0, verified_files: 0 };
  const shown = await trends(366);
  expect(shown).toHaveLength(366);
  expect(shown.slice(-12)).toEqual([
    { ...none, date: '2024-10-03', models: 0, wait: null },
    {
      ...{ ...none, date: '2024-10-04', models: 2, added: 2, applied: 2 },
      wait: { low: 0, median: 0, high: 0 },
    },
    { ...none, date: '2024-10-05', models: 2, waiting: 2, wait: { low: 0, median: 0, high: 0 } },
    {
      ...{ ...none, date: '2024-10-06', deleted: 1, waiting: 1, applied: 1 },
      wait: { low: 0, median: 0, high: day },
    },
    { ...none, date: '2024-10-07', rejected: 1, wait: { low: 0, median: 0, high: 2 * day } },
    { ...none, date: '2024-10-08', wait: { low: 0, median: 0, high: 2 * day } },
    { ...none, date: '2024-10-09', wait: { low: 0, median: 0, high: 2 * day } },
    { ...none, date: '2024-10-10', wait: { low: 0, median: 0, high: 2 * day } },
    { ...none, date: '2024-10-11', wait: { low: day, median: day, high: 2 * day } },
    { ...none, date: '2024-10-12', wait: { low: day, median: day, high: 2 * day } },
    { ...none, date: '2024-10-13', wait: { low: 2 * day, median: 2 * day, high: 2 * day } },
    { ...none, date: '2024-10-14', wait: null },
  ]);
  expect(await trends(2)).toEqual(shown.slice(-2));
  expect((await app.get(`${v2}/trends?days=367`)).statusCode).toBe(422);
});
