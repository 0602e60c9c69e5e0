import { expect, test } from 'vitest';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { readOnlyStore } from '../../../src/store/store.ts';
import { storeOver, type Tx, type WriteTx } from '../../../src/store/tx.ts';

const store = storeOver(
  (_tx: Tx) => ({ get: () => 'read' }),
  (_tx: WriteTx) => ({ put: () => 'written' }),
);

test('a store over a transaction that reads has no methods that write', () => {
  const reading = store({} as Tx);
  expect(reading.get()).toBe('read');
  // @ts-expect-error: the types say so too.
  expect(reading.put).toBeUndefined();
  // @ts-expect-error: nor can a reading half have a statement that writes.
  const deleting = ({ db }: Tx) => db.deleteFrom;
  expect(deleting).toBeTypeOf('function');
  // @ts-expect-error: of the modules' own stores it is as true.
  expect(counterStore({} as Tx).next).toBeUndefined();
});

test('a store that is only read says so, and refuses each write', async () => {
  const none = async () => undefined as never;
  const reading = readOnlyStore({ dialect: 'sqlite', read: none, ping: none, close: none });
  expect(reading.writable).toBe(false);
  for (const write of [reading.write, reading.writeBeside])
    await expect(write(none)).rejects.toMatchObject({ code: 'read_only' });
});

test('a store over a transaction that writes has both', () => {
  const writing = store({ savepoint: async (work) => work() } as WriteTx);
  expect([writing.get(), writing.put()]).toEqual(['read', 'written']);
});
