import { expect, onTestFinished, test } from 'vitest';
import { appendAndNotify, appendEvents, inEventBatch } from '../../../../src/modules/audit/append-events.ts';
import { newEvent } from '../../../../src/modules/audit/event.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { openStore } from '../../../../src/store/open.ts';
import { startTestApp } from '../../../support/app.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

test('what was written while the trail was off leaves one gap event when it is on again', async () => {
  const { url: databaseUrl, remove } = await makeDefaultDatabase();
  try {
    const run = async (auditEnabled: boolean, ...names: string[]) => {
      await using app = await startTestApp({ settings: { databaseUrl, auditEnabled } });
      for (const name of names) await app.propose('POST', '/clip', { name });
    };
    await run(true, 'a');
    await run(false, 'b', 'c');
    await run(false);
    await run(true, 'd');
    await run(true);
    const store = await openStore(databaseUrl);
    const events = await store.read((tx) => auditStore(tx).events({}, 10));
    expect(events.map(({ action, logical_user_id }) => [action, logical_user_id])).toEqual([
      ['enqueue', expect.any(String)],
      ['gap', 'registry'],
      ['enqueue', expect.any(String)],
    ]);
    expect(events[1]?.payload?.after).toMatchObject({ unrecorded: 2, since: expect.any(Number) });
    expect(await verifyStore(store)).toMatchObject({ events: 3, gap: 2, problems: [] });
    await store.close();
  } finally {
    await remove();
  }
});

test('a trail that was off while nothing was written has no gap', async () => {
  const { url: databaseUrl, remove } = await makeDefaultDatabase();
  try {
    for (const auditEnabled of [true, false, true]) {
      await using app = await startTestApp({ settings: { databaseUrl, auditEnabled } });
      expect(await app.store.read((tx) => auditStore(tx).events({}, 10))).toEqual([]);
    }
  } finally {
    await remove();
  }
});

test('events of one act are told of together, without those that it has undone', async () => {
  const store = await temporaryStore(onTestFinished);
  const told: string[][] = [];
  const append = appendAndNotify(appendEvents, async (_writer, events) => {
    told.push(events.map(({ event_id, model_name }) => `${event_id} ${model_name}`));
  });
  const event = (model_name: string) =>
    newEvent({
      ...{ timestamp: 1, domain: 'v2', category: 'clip', model_name, operation: 'delete' },
      ...{ logical_user_id: '1', request_id: null, payload: {} },
    });
  await store.write(async (writer) => {
    const undone = (name: string) =>
      writer
        .savepoint(async () => {
          await append(writer, [event(name), event(name)]);
          throw new Error('undone');
        })
        .catch(() => {});
    await inEventBatch(writer, async () => {
      await append(writer, [event('kept')]);
      await undone('undone');
      await append(writer, [event('also kept')]);
      await undone('undone at the end');
      expect(told).toEqual([]);
    });
    await append(writer, [event('by itself')]);
  });
  expect(told).toEqual([['1 kept', '2 also kept'], ['3 by itself']]);
});
