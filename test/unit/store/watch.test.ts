import { expect, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import type { Written } from '../../../src/store/store.ts';
import { forEachDatabase, onDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/run-sql.ts';
import { aModel } from './samples.ts';

/** What a listener was told so far. */
function ear() {
  const heard: (Written | null)[] = [];
  return { heard, listen: (written: Written | null) => void heard.push(written) };
}

forEachDatabase((_database, makeStore, makeUrl) => {
  test('a watch hears of the commits of another process, and of its own', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const { heard, listen } = ear();
    await store.watch(listen);
    heard.length = 0;
    await other.write((writer) => modelStore(writer).put(aModel(), 1));
    await eventually(() => expect(heard).not.toEqual([]));
    heard.length = 0;
    await store.write((writer) => modelStore(writer).put(aModel(), 2));
    await eventually(() => expect(heard).not.toEqual([]));
  });

  test('an ended watch hears nothing more, and a store closes with its watches open', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const [ended, open] = [ear(), ear()];
    const unwatch = await store.watch(ended.listen);
    await store.watch(open.listen);
    await unwatch();
    ended.heard.length = 0;
    open.heard.length = 0;
    await other.write((writer) => modelStore(writer).put(aModel(), 1));
    await eventually(() => expect(open.heard).not.toEqual([]));
    expect(ended.heard).toEqual([]);
    await store.close();
  });
});

onDatabase('PostgreSQL', (_database, makeStore, makeUrl) => {
  test('a watch is told what was written: categories and groups, not what was rolled back', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const { heard, listen } = ear();
    await store.watch(listen);
    expect(heard).toEqual([null]);
    const undone = other.write(async (writer) => {
      await modelStore(writer).put(aModel({ category: 'blip' }), 1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await other.write((writer) => counterStore(writer).next('change'));
    await other.write(async (writer) => {
      await modelStore(writer).put(aModel({ category: 'clip' }), 1);
      await modelStore(writer).put(aModel({ category: 'clip', name: 'two' }), 1);
      await modelStore(writer).put(aModel({ category: 'esrgan' }), 1);
    });
    await other.write((writer) => modelStore(writer).delete('esrgan', 'no such model'));
    await other.write((writer) => counterStore(writer).next('groups'));
    await eventually(() => expect(heard).toHaveLength(3));
    expect(heard.slice(1)).toEqual([
      { categories: ['clip', 'esrgan'], groups: false },
      { categories: [], groups: true },
    ]);
  });

  test('a watch whose connection is cut listens again, and says that it may have missed something', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const { heard, listen } = ear();
    await store.watch(listen);
    await runSql(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'modelref watch'`,
    );
    await eventually(() => expect(heard).toEqual([null, null]));
    await other.write((writer) => counterStore(writer).next('groups'));
    await eventually(() => expect(heard).toEqual([null, null, { categories: [], groups: true }]));
  });

  test.each(['', 'not json', '[]', '{"categories":"clip","groups":true}', 'null'])(
    'a notification %j that is not of this service means: look at everything',
    async (payload) => {
      const url = await makeUrl();
      const store = await makeStore.on(url);
      const { heard, listen } = ear();
      await store.watch(listen);
      await runSql(url, `SELECT pg_notify('modelref', '${payload}')`);
      await eventually(() => expect(heard).toEqual([null, null]));
    },
  );
});
