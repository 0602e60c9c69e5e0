import { expect, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { migrations } from '../../../src/store/migrations/run.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';
import { aModel } from './samples.ts';

test('migrations are numbered from 1 without gaps', () => {
  expect(migrations.map((migration) => migration.number)).toEqual(migrations.map((_, index) => index + 1));
});

forEachDatabase((_database, makeStore, makeUrl) => {
  test('opening a database again changes nothing in it', async () => {
    const url = await makeUrl('nothing');
    const first = await makeStore.on(url);
    await first.write((writer) => modelStore(writer).put(aModel(), 1));
    await first.close();
    const second = await makeStore.on(url);
    expect((await second.read((reader) => modelStore(reader).list('clip'))).length).toBe(1);
    expect(await second.read((reader) => counterStore(reader).current('change'))).toBe(0);
  });

  test('several processes may open a new database at once', async () => {
    const url = await makeUrl('nothing');
    // The last of them waits for all migrations, on a machine that may have other work.
    const patient = { sqlite: { lockTimeoutMs: 120_000 } };
    const stores = await Promise.all(Array.from({ length: 5 }, () => makeStore.on(url, patient)));
    await Promise.all(stores.map((store) => store.write((writer) => counterStore(writer).next('change'))));
    expect(await stores[0]?.read((reader) => counterStore(reader).current('change'))).toBe(5);
  });

  test('a database that newer code has migrated is refused, and left as it is', async () => {
    const url = await makeUrl('nothing');
    const store = await makeStore.on(url);
    await store.write((writer) => modelStore(writer).put(aModel(), 1));
    await store.close();
    await runSql(url, "INSERT INTO schema_migrations (number, name, applied_at) VALUES (999, 'future', 1)");
    await expect(makeStore.on(url)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/schema version 999.*only up to \d+/),
    });
    await runSql(url, 'DELETE FROM schema_migrations WHERE number = 999');
    const again = await makeStore.on(url);
    expect((await again.read((reader) => modelStore(reader).list('clip'))).length).toBe(1);
  });
});
