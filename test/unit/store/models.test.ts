import { expect, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { versionsOf } from '../../support/versions.ts';
import { aModel } from './samples.ts';

const names = (store: Store, category = 'clip') =>
  store.read(async (reader) => (await modelStore(reader).list(category)).map((model) => model.name));

forEachDatabase((_database, makeStore) => {
  test('a model is stored byte for byte, with the times of its first and its latest write', async () => {
    const store = await makeStore();
    const model = aModel({
      v2: '{"b": 1,\n "a":"\\u0000 é 😀"}',
      legacy: '{"z":1.0}',
      legacy_hash: 'c'.repeat(64),
    });
    await store.write((writer) => modelStore(writer).put(aModel({ v2: '{}' }), 100));
    await store.write((writer) => modelStore(writer).put(model, 200));
    expect(await store.read((reader) => modelStore(reader).get('clip', 'ViT-L/14'))).toEqual({
      ...model,
      position: 0,
      created_at: 100,
      updated_at: 200,
    });
  });

  test('new models come last, and a replaced one keeps its place', async () => {
    const store = await makeStore();
    await store.write(async (writer) => {
      for (const name of ['zebra', 'Ähre', 'apple']) await modelStore(writer).put(aModel({ name }), 1);
      await modelStore(writer).put(aModel({ name: 'zebra', v2: '{"again":true}' }), 2);
      await modelStore(writer).put(aModel({ name: 'elsewhere', category: 'blip' }), 2);
    });
    expect(await names(store)).toEqual(['zebra', 'Ähre', 'apple']);

    await store.write(async (writer) => {
      expect(await modelStore(writer).delete('clip', 'zebra')).toBe(0);
      await modelStore(writer).put(aModel({ name: 'zebra' }), 3);
    });
    expect(await names(store)).toEqual(['Ähre', 'apple', 'zebra']);
  });

  test('models that were written or deleted since a version are named, by whichever call', async () => {
    const store = await makeStore();
    const version = async () => (await versionsOf(store)).get('clip') ?? 0;
    const since = async (known: number) =>
      (await store.read((reader) => modelStore(reader).changedSince('clip', known))).sort();
    const put = (name: string) => store.write((writer) => modelStore(writer).put(aModel({ name }), 1));
    for (const name of ['a', 'b', 'c']) await put(name);
    const first = await version();
    expect(await since(0)).toEqual(['a', 'b', 'c']);
    expect(await since(first)).toEqual([]);
    await put('b');
    await store.write((writer) => modelStore(writer).delete('clip', 'c'));
    await store.write((writer) => modelStore(writer).put(aModel({ name: 'a', category: 'blip' }), 1));
    expect(await since(first)).toEqual(['b', 'c']);
    const second = await version();
    await store.write(async (writer) => {
      await modelStore(writer).put(aModel({ name: 'd' }), 2);
      await modelStore(writer).put(aModel({ name: 'a' }), 2);
      await modelStore(writer).put(aModel({ name: 'd' }), 2);
    });
    expect(await since(second)).toEqual(['a', 'd']);
    const third = await version();
    await store.write((writer) => modelStore(writer).replaceAll('clip', [aModel({ name: 'e' })], 3));
    expect(await since(third)).toEqual(['a', 'b', 'd', 'e']);
    expect(await since(await version())).toEqual([]);
  });

  test('a model that is not there is null, and deleting it does nothing', async () => {
    const store = await makeStore();
    expect(await store.read((reader) => modelStore(reader).get('clip', 'nothing'))).toBeNull();
    expect(await store.write((writer) => modelStore(writer).delete('clip', 'nothing'))).toBeNull();
    expect(await versionsOf(store)).toEqual(new Map());
  });

  test('many models are read at once, however many names are asked for', async () => {
    const store = await makeStore();
    await store.write(async (writer) => {
      for (let i = 0; i < 30; i += 1) await modelStore(writer).put(aModel({ name: `model ${i}` }), 1);
    });
    const asked = Array.from({ length: 2500 }, (_, i) => `model ${2499 - i}`);
    const found = await store.read((reader) => modelStore(reader).getMany('clip', [...asked, 'model 3']));
    expect(found.map((model) => model.name)).toEqual(Array.from({ length: 30 }, (_, i) => `model ${i}`));
  });

  test('models are counted per category', async () => {
    const store = await makeStore();
    await store.write(async (writer) => {
      await modelStore(writer).put(aModel({ name: 'a' }), 1);
      await modelStore(writer).put(aModel({ name: 'b' }), 1);
      await modelStore(writer).put(aModel({ name: 'a', category: 'blip' }), 1);
    });
    expect(await store.read((reader) => modelStore(reader).counts())).toEqual(
      new Map([
        ['blip', 1],
        ['clip', 2],
      ]),
    );
  });

  test('every write of a model moves the version of its category, and of no other', async () => {
    const store = await makeStore();
    await store.write((writer) => modelStore(writer).put(aModel(), 1));
    await store.write((writer) => modelStore(writer).put(aModel({ category: 'blip' }), 1));
    const before = await versionsOf(store);
    await store.write((writer) => modelStore(writer).delete('clip', 'ViT-L/14'));
    const after = await versionsOf(store);
    expect(after.get('clip')).toBeGreaterThan(before.get('clip') ?? 0);
    expect(after.get('blip')).toBe(before.get('blip'));
  });

  test('a write that fails moves no version', async () => {
    const store = await makeStore();
    await store.write((writer) => modelStore(writer).put(aModel(), 1));
    const before = await versionsOf(store);
    const failing = store.write(async (writer) => {
      await modelStore(writer).put(aModel({ name: 'b' }), 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await versionsOf(store)).toEqual(before);
  });
});
