import { expect, test } from 'vitest';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { testDeadline } from '../../support/deadline.ts';
import { holdLock } from './samples.ts';

const over = { code: 'overloaded', message: 'the deadline is over' };

forEachDatabase((_database, makeStore, makeUrl) => {
  test('a write whose deadline ends while another process holds the lock is never begun', async () => {
    const url = await makeUrl();
    const [holder, store] = [await makeStore.on(url), await makeStore.on(url)];
    const release = await holdLock(holder);
    let begun = 0;
    const writes = Array.from({ length: 10 }, () =>
      store.write(async (writer) => {
        begun += 1;
        return counterStore(writer).next('change');
      }, testDeadline(100)),
    );
    for (const result of await Promise.allSettled(writes)) {
      expect(result).toMatchObject({ status: 'rejected', reason: over });
    }
    await release();
    // Those that wait without a deadline have their turn; those that gave up do not.
    expect(await store.write((writer) => counterStore(writer).next('change'))).toBe(1);
    expect(begun).toBe(0);
  });

  test('a write that waits for others gives up its place when its deadline ends', async () => {
    const store = await makeStore();
    const release = await holdLock(store);
    const deadline = testDeadline();
    let begun = false;
    const waiting = store.write(async () => {
      begun = true;
    }, deadline);
    const behind = store.write((writer) => counterStore(writer).next('change'), testDeadline());
    deadline.over();
    await expect(waiting).rejects.toMatchObject(over);
    await release();
    expect(await behind).toBe(1);
    expect(begun).toBe(false);
  });

  test('a write whose deadline is over before it comes is not begun', async () => {
    const store = await makeStore();
    const deadline = testDeadline();
    deadline.over();
    const writing = store.write((writer) => counterStore(writer).next('change'), deadline);
    await expect(writing).rejects.toMatchObject(over);
    expect(await store.write((writer) => counterStore(writer).next('change'))).toBe(1);
  });

  test('a write that is begun is finished, whatever becomes of its deadline', async () => {
    const store = await makeStore();
    const deadline = testDeadline();
    const written = await store.write(async (writer) => {
      deadline.over();
      return counterStore(writer).next('change');
    }, deadline);
    expect(written).toBe(1);
    expect(await store.read((reader) => counterStore(reader).current('change'))).toBe(1);
  });

  test('a full queue refuses writes with a deadline at once, and lets those of the service itself in', async () => {
    const store = await makeStore({ longestWriteQueue: 2 });
    const release = await holdLock(store);
    const next = () => store.write((writer) => counterStore(writer).next('change'), testDeadline());
    const waiting = [next(), next()];
    await expect(next()).rejects.toMatchObject({ code: 'overloaded', headers: { 'retry-after': '2' } });
    const own = store.write((writer) => counterStore(writer).next('change'));
    await release();
    expect(await Promise.all([...waiting, own])).toEqual([1, 2, 3]);
  });
});
