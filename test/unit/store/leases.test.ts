import { expect, test } from 'vitest';
import { type Lease, leaseStore } from '../../../src/modules/leases/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { holdLock } from './samples.ts';

const minute = 60_000;

function acquire(store: Store, holder: string, forMs = minute): Promise<Lease | null> {
  return store.writeBeside((tx) => leaseStore(tx).acquire('work', holder, forMs));
}

forEachDatabase((database, makeStore, makeUrl) => {
  test('a lease is one holder’s until it is given up', async () => {
    const store = await makeStore();
    const first = await acquire(store, 'a');
    expect(first).toMatchObject({ name: 'work', holder: 'a', token: 1 });
    expect(await acquire(store, 'b')).toBeNull();
    expect(await store.read((tx) => leaseStore(tx).current('work'))).toEqual(first);
    await store.writeBeside((tx) => leaseStore(tx).release(first as Lease));
    expect(await store.read((tx) => leaseStore(tx).current('work'))).toBeNull();
    expect(await acquire(store, 'b')).toMatchObject({ holder: 'b', token: 2 });
    expect(await store.writeBeside((tx) => leaseStore(tx).acquire('other work', 'a', minute))).toMatchObject({
      token: 1,
    });
  });

  test('whoever holds it keeps their token and gets more time', async () => {
    const store = await makeStore();
    const first = (await acquire(store, 'a', minute)) as Lease;
    const again = (await acquire(store, 'a', 2 * minute)) as Lease;
    expect(again.token).toBe(1);
    expect(again.expires_at_ms).toBeGreaterThan(first.expires_at_ms + 50_000);
    const renewed = (await store.writeBeside((tx) => leaseStore(tx).renew(again, 3 * minute))) as Lease;
    expect(renewed.expires_at_ms).toBeGreaterThan(again.expires_at_ms);
  });

  test('a lease that is over goes to the next, and the one before is told so', async () => {
    const store = await makeStore();
    const first = (await acquire(store, 'a', 1)) as Lease;
    await eventually(async () => expect(await acquire(store, 'b')).toMatchObject({ holder: 'b', token: 2 }));
    expect(await store.writeBeside((tx) => leaseStore(tx).renew(first, minute))).toBeNull();
    await store.writeBeside((tx) => leaseStore(tx).release(first));
    expect(await store.read((tx) => leaseStore(tx).current('work'))).toMatchObject({ holder: 'b' });
  });

  test('whoever takes up again what it let lapse has another token', async () => {
    const store = await makeStore();
    await acquire(store, 'a', 1);
    await eventually(async () => expect(await store.read((tx) => leaseStore(tx).current('work'))).toBeNull());
    expect(await acquire(store, 'a')).toMatchObject({ holder: 'a', token: 2 });
  });

  test('of many instances that ask at once, one gets it', async () => {
    const url = await makeUrl();
    const stores = [await makeStore.on(url), await makeStore.on(url), await makeStore.on(url)];
    const asked = stores.flatMap((store, i) => [acquire(store, `${i}a`), acquire(store, `${i}b`)]);
    const got = (await Promise.all(asked)).filter((lease) => lease !== null);
    expect(got).toHaveLength(1);
  });

  test('one is taken, renewed and given up while writes wait for one another', async () => {
    const url = await makeUrl();
    const [store, other] = [await makeStore.on(url), await makeStore.on(url)];
    const release = await holdLock(store);
    const waiting = store.write(async () => 'its turn');
    // SQLite has one writer: there it is the next one, before those that wait in the queue.
    if (database === 'SQLite') void release();
    const lease = (await acquire(store, 'a')) as Lease;
    expect(await other.writeBeside((tx) => leaseStore(tx).renew(lease, 2 * minute))).toMatchObject({
      token: 1,
    });
    await other.writeBeside((tx) => leaseStore(tx).release(lease));
    await release();
    expect(await waiting).toBe('its turn');
  });

  test('a time that is none is refused', async () => {
    const store = await makeStore();
    await expect(acquire(store, 'a', 0)).rejects.toThrow(RangeError);
  });
});
