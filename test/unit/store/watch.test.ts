import { expect, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { aModel } from './samples.ts';

/** A listener that counts its calls. */
function ear() {
  const heard = { calls: 0 };
  return { heard, listen: () => void heard.calls++ };
}

forEachDatabase((_database, makeStore, makeUrl) => {
  test('a watch hears of the commits of another process, and of its own', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const { heard, listen } = ear();
    await store.watch(listen);
    heard.calls = 0;
    await other.write((writer) => modelStore(writer).put(aModel(), 1));
    await eventually(() => expect(heard.calls).toBeGreaterThan(0));
    heard.calls = 0;
    await store.write((writer) => modelStore(writer).put(aModel(), 2));
    await eventually(() => expect(heard.calls).toBeGreaterThan(0));
  });

  test('an ended watch hears nothing more, and a store closes with its watches open', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const [ended, open] = [ear(), ear()];
    const unwatch = await store.watch(ended.listen);
    await store.watch(open.listen);
    await unwatch();
    ended.heard.calls = 0;
    open.heard.calls = 0;
    await other.write((writer) => modelStore(writer).put(aModel(), 1));
    await eventually(() => expect(open.heard.calls).toBeGreaterThan(0));
    expect(ended.heard.calls).toBe(0);
    await store.close();
  });
});
