import { expect, test } from 'vitest';
import { discordCursors } from '../../../src/modules/announcements/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';

const before = { lastMigration: 40 };

forEachDatabase((_database, makeStore, makeUrl) => {
  test('the upgrade goes on behind the last message of 0.3.0, and tells of those that waited', async () => {
    const url = await makeUrl('nothing');
    await (await openStore(url, { sqlite: before, postgres: before })).close();
    const message = (target: string, batch: number, state: string, hash: string) =>
      runSql(
        url,
        `INSERT INTO batch_messages (target, batch_id, content_hash, reverted_models, state, attempts,
          next_attempt_at, updated_at) VALUES ('${target}', ${batch}, ${hash}, 0, '${state}', 0, 0, 0)`,
      );
    for (const target of ['all sent', 'two wait', 'new']) {
      await runSql(url, `INSERT INTO batch_message_cursors (target, event_id) VALUES ('${target}', 7)`);
    }
    await message('all sent', -2, 'waiting', 'NULL');
    await message('all sent', 3, 'sent', "'a'");
    await message('all sent', 4, 'failed', 'NULL');
    await message('two wait', 3, 'waiting', "'edited'");
    await message('two wait', 4, 'waiting', 'NULL');
    await message('two wait', 5, 'waiting', 'NULL');
    const store = await makeStore.on(url);
    const told = (target: string) => store.read((tx) => discordCursors(tx).latest(target));
    expect(await Promise.all(['all sent', 'two wait', 'new', 'unknown'].map(told))).toEqual([4, 3, 0, null]);
  });
});
