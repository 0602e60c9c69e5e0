import { expect, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { sampleChange } from '../../support/changes.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { versionsOf } from '../../support/versions.ts';
import { aModel, appendEvent } from './samples.ts';

forEachDatabase((_database, makeStore, makeUrl) => {
  test('what a write throws undoes all of it, and is thrown on', async () => {
    const store = await makeStore();
    const failure = new Error('after three writes');
    const failing = store.write(async (writer) => {
      await modelStore(writer).put(aModel(), 1);
      await changeStore(writer).insert(sampleChange());
      await appendEvent(writer);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    await store.read(async (reader) => {
      expect(await modelStore(reader).list('clip')).toEqual([]);
      expect(await changeStore(reader).ids({})).toEqual([]);
      expect((await auditStore(reader).head()).event_id).toBe(0);
    });
    expect(await store.write((writer) => counterStore(writer).next('change'))).toBe(1);
  });

  test('savepoints nest, and give what their work gives', async () => {
    const store = await makeStore();
    const given = await store.write((writer) =>
      writer.savepoint(async () => {
        await modelStore(writer).put(aModel({ name: 'outer' }), 1);
        const inner = writer.savepoint(async () => {
          await modelStore(writer).put(aModel({ name: 'inner' }), 1);
          throw new Error('inner');
        });
        await expect(inner).rejects.toThrow('inner');
        return writer.savepoint(async () => {
          await modelStore(writer).put(aModel({ name: 'second' }), 1);
          return 'result';
        });
      }),
    );
    expect(given).toBe('result');
    const models = await store.read((reader) => modelStore(reader).list('clip'));
    expect(models.map((model) => model.name)).toEqual(['outer', 'second']);
  });

  test('savepoints that end before anything was written leave the write usable', async () => {
    const store = await makeStore();
    const refused = new Error('refused');
    const given = await store.write(async (writer) => {
      const failing = () => writer.savepoint(() => Promise.reject(refused)).catch((error) => error);
      const before = await failing();
      const outer = await writer.savepoint(async () => {
        const inner = await failing();
        await modelStore(writer).put(aModel({ name: 'one' }), 1);
        return [inner, await failing(), await writer.savepoint(async () => 'nothing')];
      });
      await writer.savepoint(() => modelStore(writer).get('clip', 'one'));
      await modelStore(writer).put(aModel({ name: 'two' }), 1);
      return [before, ...outer];
    });
    expect(given).toEqual([refused, refused, refused, 'nothing']);
    const models = await store.read((reader) => modelStore(reader).list('clip'));
    expect(models.map((model) => model.name)).toEqual(['one', 'two']);
  });

  test('a refused statement under a savepoint leaves the write usable', async () => {
    const store = await makeStore();
    await store.write(async (writer) => {
      const change = await changeStore(writer).insert(sampleChange());
      const refused = writer.savepoint(async () => {
        await changeStore(writer).updateHead({ ...change, status: 'unheard of' as never });
        // Reads what is stored: so it is written here, and not at the end.
        await changeStore(writer).counts();
      });
      await expect(refused).rejects.toThrow(/constraint/i);
      await modelStore(writer).put(aModel(), 1);
    });
    expect(await store.read((reader) => changeStore(reader).ids({ statuses: ['pending'] }))).toEqual([1]);
    expect((await store.read((reader) => modelStore(reader).list('clip'))).length).toBe(1);
  });

  test('64 writes at once take contiguous ids, in the order in which they commit', async () => {
    const store = await makeStore();
    const taken = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        store
          .write(async (writer) => {
            const change = await changeStore(writer).insert(sampleChange({ model_name: `model ${i}` }));
            const event = await appendEvent(writer, { change_id: change.change_id });
            if (i % 8 === 7) throw new Error('given up');
            return { change: change.change_id, event: event.event_id };
          })
          .catch(() => null),
      ),
    );
    const numbers = Array.from({ length: 56 }, (_, i) => i + 1);
    const kept = taken.filter((each) => each !== null);
    expect(kept.map((each) => each.change).toSorted((a, b) => a - b)).toEqual(numbers);
    expect(kept.every((each) => each.change === each.event)).toBe(true);
    const events = await store.read((reader) => auditStore(reader).events({}, 1000));
    expect(events.map((event) => event.event_id)).toEqual(numbers);
  });

  test('two stores on one database take contiguous ids together', async () => {
    const url = await makeUrl();
    const stores = [await makeStore.on(url), await makeStore.on(url)];
    await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        stores[i % 2]?.write(async (writer) => {
          await modelStore(writer).put(aModel({ name: `model ${i}` }), 1);
          await appendEvent(writer);
        }),
      ),
    );
    const events = await stores[0]?.read((reader) => auditStore(reader).events({}, 1000));
    expect(events?.map((event) => event.event_id)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
    const positions = (await stores[1]?.read((reader) => modelStore(reader).list('clip')))?.map(
      (model) => model.position,
    );
    expect(positions).toEqual(Array.from({ length: 32 }, (_, i) => i));
  });

  test('a read keeps to one state while others write', async () => {
    const store = await makeStore();
    await store.write((writer) => modelStore(writer).put(aModel({ name: 'first' }), 1));
    const seen = await store.read(async (reader) => {
      const before = (await modelStore(reader).list('clip')).length;
      await store.write((writer) => modelStore(writer).put(aModel({ name: 'second' }), 1));
      return [
        before,
        (await modelStore(reader).list('clip')).length,
        (await modelStore(reader).counts()).get('clip'),
      ];
    });
    expect(seen).toEqual([1, 1, 1]);
    expect((await store.read((reader) => modelStore(reader).list('clip'))).length).toBe(2);
  });

  test('a read that starts after a write sees it, on every store of the database', async () => {
    const url = await makeUrl();
    const [writing, reading] = [await makeStore.on(url), await makeStore.on(url)];
    for (let i = 1; i <= 20; i += 1) {
      await writing.write((writer) => modelStore(writer).put(aModel({ name: `model ${i}` }), i));
      const reads = [writing, reading, writing, reading].map((store) =>
        store.read((reader) => modelStore(reader).list('clip')),
      );
      for (const models of await Promise.all(reads)) expect(models.length).toBe(i);
      expect((await versionsOf(reading)).get('clip')).toBe(i);
    }
  });

  test('closing waits for what is under way, and refuses what comes later', async () => {
    const url = await makeUrl();
    const store = await makeStore.on(url);
    const write = store.write((writer) => modelStore(writer).put(aModel(), 1));
    const closed = store.close();
    await expect(store.read((reader) => modelStore(reader).list('clip'))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    await closed;
    await write;
    await store.close();
    const again = await makeStore.on(url);
    expect((await again.read((reader) => modelStore(reader).list('clip'))).length).toBe(1);
  });
});
