import { expect, test } from 'vitest';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { openStore } from '../../../../src/store/open.ts';
import { startTestApp } from '../../../support/app.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

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
