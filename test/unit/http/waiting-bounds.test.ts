import { expect, test } from 'vitest';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

const propose = (app: TestApp, name: string, description = '', key: string = keys.requestor) =>
  app.send('POST', `${v2}/clip`, { key, body: { name, description } });
const stored = (app: TestApp) => app.store.read((reader) => changeStore(reader).count({}));

test('a requestor with as many changes waiting as they may is told so, and has room again after a review', async () => {
  await using app = await startTestApp({ settings: { maxWaitingChanges: 3 } });
  const answers = [];
  for (const name of ['a', 'b', 'c', 'd']) answers.push(await propose(app, name));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 429]);
  expect(answers[3]?.json()).toEqual({
    detail:
      'Nothing was queued. 3 of your changes wait already, and 3 of an account may wait (pending_queue.max_waiting_changes). There is room again when changes are applied, rejected or purged.',
  });
  expect(await stored(app)).toBe(3);
  // Approved ones still wait.
  await app.approve(1);
  expect((await propose(app, 'd')).statusCode).toBe(429);
  await app.apply(1);
  expect((await propose(app, 'd')).statusCode).toBe(202);
});

test('a requestor with as many bytes waiting as they may is told how many are left', async () => {
  await using app = await startTestApp({ settings: { maxWaitingBytes: 5_000 } });
  expect((await propose(app, 'a', 'x'.repeat(3_000))).statusCode).toBe(202);
  const [own] = (await app.get(`${v2}/pending_queue/my_changes`, { key: keys.requestor })).json().items;
  const sum = (await app.store.read((reader) => changeStore(reader).waiting(own.requested_by))).bytes;
  expect(sum).toBeGreaterThan(3_000);
  const refused = await propose(app, 'b', 'x'.repeat(3_000));
  expect(refused.statusCode).toBe(429);
  expect(refused.json().detail).toContain(
    `your waiting changes have ${sum}, and 5000 of an account may wait (pending_queue.max_waiting_bytes): ${5_000 - sum} are left.`,
  );
  expect(await stored(app)).toBe(1);
  expect((await propose(app, 'c', 'short')).statusCode).toBe(202);
});

test('neither other requestors nor approvers are held up by it', async () => {
  await using app = await startTestApp({ settings: { maxWaitingChanges: 1 } });
  await propose(app, 'a');
  expect((await propose(app, 'b')).statusCode).toBe(429);
  for (const name of ['c', 'd', 'e']) {
    expect((await propose(app, name, '', keys.approver)).statusCode).toBe(202);
  }
});

test('the defaults let somebody propose all models at once', async () => {
  await using app = await startTestApp();
  const { maxWaitingChanges, maxWaitingBytes } = app.settings;
  expect(maxWaitingChanges).toBeGreaterThan(913);
  expect(maxWaitingBytes / 913).toBeGreaterThan(50_000);
});
