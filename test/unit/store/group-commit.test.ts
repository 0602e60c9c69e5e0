import { describe, expect, test } from 'vitest';
import { OutageError, RegistryError } from '../../../src/kernel/errors.ts';
import { metadataStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { WriteTx } from '../../../src/store/tx.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { testDeadline } from '../../support/deadline.ts';
import { holdLock } from './samples.ts';

/** Runs `work` while the write lock is held: what it writes waits together. */
async function whileLocked<T>(store: Store, work: () => T): Promise<T> {
  const release = await holdLock(store);
  const result = work();
  await release();
  return result;
}

const next = (writer: WriteTx) => counterStore(writer).next('change');
const current = (store: Store) => store.read((reader) => counterStore(reader).current('change'));
const refused = new RegistryError('bad_request', 'not like this');

/** However slow the machine is: else those that are late would come into a transaction of their own. */
const untilAllHaveWritten = { longestGroupMs: Number.POSITIVE_INFINITY };

forEachDatabase((_database, makeStore) => {
  describe('writes that wait together', () => {
    test('share a transaction, and are answered when it is on the disk', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const answered: number[] = [];
      const seen: unknown[] = [];
      const writes = await whileLocked(store, () =>
        [1, 2, 3, 4].map((turn) =>
          store
            .write(async (writer) => {
              const value = await next(writer);
              // When the last one has written, none is committed or answered.
              if (turn === 4) seen.push(await current(store), answered.length);
              return value;
            }, testDeadline())
            .then((value) => {
              answered.push(turn);
              return value;
            }),
        ),
      );
      expect(await Promise.all(writes)).toEqual([1, 2, 3, 4]);
      expect(seen).toEqual([0, 0]);
      expect(answered).toEqual([1, 2, 3, 4]);
      expect(await current(store)).toBe(4);
    });

    test('do not share one with a write that has no deadline', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const seen: unknown[] = [];
      const write = async (writer: WriteTx) => {
        seen.push(await current(store));
        return next(writer);
      };
      const writes = await whileLocked(store, () => [
        store.write(write, testDeadline()),
        store.write(write, testDeadline()),
        store.write(write),
        store.write(write, testDeadline()),
      ]);
      expect(await Promise.all(writes)).toEqual([1, 2, 3, 4]);
      expect(seen).toEqual([0, 0, 2, 3]);
    });

    test('do not touch each other: what one throws undoes its own writes', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const writes = await whileLocked(store, () => [
        store.write(next, testDeadline()),
        store.write(async (writer) => {
          await next(writer);
          await writer.savepoint(() => metadataStore(writer).initialise('clip', 1));
          throw refused;
        }, testDeadline()),
        store.write(next, testDeadline()),
      ]);
      expect(await Promise.allSettled(writes)).toEqual([
        { status: 'fulfilled', value: 1 },
        { status: 'rejected', reason: refused },
        { status: 'fulfilled', value: 2 },
      ]);
      expect(await current(store)).toBe(2);
      expect(await store.read((reader) => metadataStore(reader).all())).toEqual([]);
    });

    test('run again, each by itself, where the database fails one of them', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const full = new OutageError('storage_unavailable', 'the disk is full');
      let turns = 0;
      const writes = await whileLocked(store, () => [
        store.write(async (writer) => {
          turns += 1;
          return next(writer);
        }, testDeadline()),
        store.write(async (writer) => {
          await next(writer);
          throw full;
        }, testDeadline()),
        store.write(next, testDeadline()),
      ]);
      expect(await Promise.allSettled(writes)).toEqual([
        { status: 'fulfilled', value: 1 },
        { status: 'rejected', reason: full },
        { status: 'fulfilled', value: 2 },
      ]);
      expect([turns, await current(store)]).toEqual([2, 2]);
    });

    test('are not run again once nobody waits for them', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const deadline = testDeadline();
      const writes = await whileLocked(store, () => [
        store.write(next, deadline),
        store.write(async () => {
          deadline.over();
          throw new OutageError('storage_unavailable', 'the disk is full');
        }, testDeadline()),
        store.write(next, testDeadline()),
      ]);
      expect(await Promise.allSettled(writes)).toMatchObject([
        { status: 'rejected', reason: { code: 'overloaded' } },
        { status: 'rejected', reason: { code: 'storage_unavailable' } },
        { status: 'fulfilled', value: 1 },
      ]);
    });

    test('are not begun when their deadline ends while an earlier one of them runs', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const deadline = testDeadline();
      const writes = await whileLocked(store, () => [
        store.write(async (writer) => {
          deadline.over();
          return next(writer);
        }, testDeadline()),
        store.write(next, deadline),
        store.write(next, testDeadline()),
      ]);
      expect(await Promise.allSettled(writes)).toMatchObject([
        { status: 'fulfilled', value: 1 },
        { status: 'rejected', reason: { code: 'overloaded' } },
        { status: 'fulfilled', value: 2 },
      ]);
    });

    test('are finished, all of them, however many there are', async () => {
      const store = await makeStore(untilAllHaveWritten);
      const writes = await whileLocked(store, () =>
        Array.from({ length: 200 }, () => store.write(next, testDeadline())),
      );
      expect(await Promise.all(writes)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    });
  });
});
