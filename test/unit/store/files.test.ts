import { expect, test } from 'vitest';
import { fileStore } from '../../../src/modules/files/store.ts';
import { addObservation, uncheckedAddress } from '../../../src/records/files/address-state.ts';
import type { Store } from '../../../src/store/store.ts';
import { forEachDatabase } from '../../support/databases.ts';

const url = 'https://huggingface.co/a/b/resolve/main/c.bin';
const now = 1_700_000_000;
const seen = { sha256: 'a'.repeat(64), size_bytes: 5, revision: null, moved_to: null };
const state = addObservation(uncheckedAddress, { outcome: 'there', how: 'head', status: 200, seen }, now);

const keep = (store: Store, ...urls: string[]) =>
  store.write((tx) =>
    fileStore(tx).addMissing(
      urls.map((each) => ({ url: each, live: true, state: uncheckedAddress })),
      now,
    ),
  );
const claim = (store: Store, holder: string, at = now, checkedBefore?: number) =>
  store.writeBeside((tx) => fileStore(tx).claim(url, { holder, now: at, until: at + 60, checkedBefore }));

forEachDatabase((_database, makeStore, makeUrl) => {
  test('an address is one run’s until it has recorded what it saw', async () => {
    const store = await makeStore();
    await keep(store, url);
    expect(await store.read((tx) => fileStore(tx).dueUrls(now, 10))).toEqual([url]);
    expect(await claim(store, 'a')).toMatchObject({ url, claimed_by: 'a', state: uncheckedAddress });
    expect(await claim(store, 'b')).toBeNull();
    expect(await store.read((tx) => fileStore(tx).dueUrls(now, 10))).toEqual([]);
    expect(await store.read((tx) => fileStore(tx).claimsEnd([url], now))).toBe(now + 60);
    const record = (holder: string) =>
      store.write((tx) => fileStore(tx).record(url, holder, { state, dueAt: now + 500, answered: true }));
    expect(await record('b')).toBe(false);
    expect(await record('a')).toBe(true);
    expect(await record('a')).toBe(false);
    expect(await store.read((tx) => fileStore(tx).address(url))).toMatchObject({
      state,
      checked_at: now,
      due_at: now + 500,
      claimed_by: null,
      live: true,
    });
    expect(await store.read((tx) => fileStore(tx).claimsEnd([url], now))).toBeNull();
  });

  test('what a killed run had in hand is free when its time is over, and it is too late for it then', async () => {
    const store = await makeStore();
    await keep(store, url);
    await claim(store, 'killed');
    expect(await claim(store, 'next', now + 59)).toBeNull();
    expect(await claim(store, 'next', now + 60)).not.toBeNull();
    expect(await store.writeBeside((tx) => fileStore(tx).prolong(url, 'killed', now + 999))).toBe(false);
    expect(await store.writeBeside((tx) => fileStore(tx).prolong(url, 'next', now + 999))).toBe(true);
    await store.writeBeside((tx) => fileStore(tx).release(url, 'next'));
    expect(await claim(store, 'third', now + 61)).not.toBeNull();
  });

  test('of runs on several instances one gets an address, and none that was looked at since', async () => {
    const where = await makeUrl();
    const stores = [await makeStore.on(where), await makeStore.on(where), await makeStore.on(where)];
    await keep(stores[0] as Store, url);
    const claimed = await Promise.all(stores.map((store, i) => claim(store, `run ${i}`, now, now)));
    const [one, ...others] = claimed.filter((address) => address !== null);
    expect(others).toEqual([]);
    const holder = String(one?.claimed_by);
    await stores[0]?.write((tx) => fileStore(tx).record(url, holder, { state, dueAt: now, answered: true }));
    expect(await claim(stores[1] as Store, 'later', now + 5, now - 1)).toBeNull();
    expect(await claim(stores[1] as Store, 'later', now + 5, now)).not.toBeNull();
  });

  test('readers go on from the last write that they have seen', async () => {
    const store = await makeStore();
    const last = () => store.read((tx) => fileStore(tx).lastWrite());
    const urls = Array.from({ length: 600 }, (_, i) => `${url}?${i}`);
    await keep(store, ...urls);
    expect(await store.read((tx) => fileStore(tx).addresses(0))).toHaveLength(600);
    const before = await last();
    await keep(store, url);
    await store.write((tx) => fileStore(tx).setLive([`${url}?7`], false));
    const news = await store.read((tx) => fileStore(tx).addresses(before));
    expect(news.map((address) => [address.url, address.live]).sort()).toEqual([
      [url, true],
      [`${url}?7`, false],
    ]);
    expect(await store.read(async (tx) => fileStore(tx).addresses(await fileStore(tx).lastWrite()))).toEqual(
      [],
    );
  });

  test('verdicts', async () => {
    const store = await makeStore();
    const file = { category: 'clip', model_name: 'm', field_path: 'config.download.0' };
    const verdict = { ...file, url, sha256: null, verdict: 'gone', since: now } as const;
    await store.write(async (tx) => {
      await fileStore(tx).putVerdict({ ...verdict, verdict: 'mutable' });
      await fileStore(tx).putVerdict(verdict);
    });
    expect(await store.read((tx) => fileStore(tx).verdict(file))).toMatchObject(verdict);
    expect(await store.read((tx) => fileStore(tx).verdicts(0))).toHaveLength(1);
  });

  test('what no live record names is not due, and is forgotten in time, of which readers hear', async () => {
    const store = await makeStore();
    const last = () => store.read((tx) => fileStore(tx).lastWrite());
    await keep(store, url, `${url}?live`);
    await store.write((tx) => fileStore(tx).setLive([url], false));
    expect(await store.read((tx) => fileStore(tx).dueUrls(now, 10))).toEqual([`${url}?live`]);
    const before = await last();
    await store.write((tx) => fileStore(tx).deleteUnreferenced(now));
    expect(await store.read((tx) => fileStore(tx).addresses(0))).toHaveLength(2);
    expect([await last(), await store.read((tx) => fileStore(tx).countAddresses())]).toEqual([before, 2]);
    await store.write((tx) => fileStore(tx).deleteUnreferenced(now + 1));
    expect([await last(), await store.read((tx) => fileStore(tx).countAddresses())]).toEqual([before + 1, 1]);
    expect((await store.read((tx) => fileStore(tx).addresses(0))).map((address) => address.url)).toEqual([
      `${url}?live`,
    ]);
  });
});
