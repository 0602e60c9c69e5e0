import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileChecks, createKnownFiles } from '../../../../src/modules/files/file-services.ts';
import { createDailyChecks } from '../../../../src/modules/files/module.ts';
import { fileStore } from '../../../../src/modules/files/store.ts';
import type { RemoteFiles } from '../../../../src/outside/remote-files.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { keys } from '../../../support/identity-server.ts';

const day = 86_400;
const v2 = '/api/model_references/v2';

let app: TestApp;
let time: number;
/** The addresses that were asked for, in order. */
let asked: string[];
beforeEach(async () => {
  app = await startTestApp();
  time = Math.floor(Date.now() / 1000);
  asked = [];
});
afterEach(() => app[Symbol.asyncDispose]());

const remote: RemoteFiles = {
  open: async ({ url }) => {
    asked.push(url);
    return {
      status: 200,
      headers: { 'content-type': 'application/octet-stream', 'content-length': '1' },
      redirects: [],
      url,
      body: (async function* () {})(),
      bytes: async () => new Uint8Array(),
      first: async () => new Uint8Array(),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};

/** What one instance does that holds the lease, step by step. */
function instance() {
  const { store } = app;
  let writes = 0;
  const counting: Pick<typeof store, 'read' | 'write' | 'writeBeside'> = {
    read: (work) => store.read(work),
    write: (...given) => {
      writes += 1;
      return store.write(...given);
    },
    writeBeside: (work) => {
      writes += 1;
      return store.writeBeside(work);
    },
  };
  const clock = { now: () => time };
  const known = createKnownFiles({ store, catalog: app.service.context.catalog, categories });
  const { signal } = new AbortController();
  const { addresses, checks } = createFileChecks({
    categories: usualCategories,
    store: counting,
    clock,
    known,
    remote,
    holder: Math.random().toString(),
    atOnce: 8,
    claimSeconds: 90,
    random: () => 0,
    pause: async () => {},
  });
  const checking = createDailyChecks({
    store: counting,
    clock,
    addresses,
    checks,
    holdsLease: async () => true,
    signal,
  });
  return {
    memory: known.memory,
    step: checking.step,
    settle: async () => {
      while (await checking.step());
    },
    writesOf: async (work: () => Promise<unknown>) => {
      const before = writes;
      await work();
      return writes - before;
    },
  };
}

const address = (path: string) => `https://files.example/${path}`;
const record = (name: string, ...paths: string[]) => ({
  name,
  config: {
    download: paths.map((path) => ({
      file_name: `${path.replaceAll('/', '-')}.bin`,
      file_url: address(path),
      sha256sum: 'a'.repeat(64),
    })),
  },
});
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}/${at}`);
const of = (prefix: string) => asked.filter((url) => url.startsWith(address(prefix)));
const proposeAs = async (key: string, body: object) => {
  const answer = await app.send('POST', `${v2}/clip`, { key, body });
  expect(answer.statusCode).toBe(202);
  return answer.json().change_id as number;
};
const removed = (name: string) => app.change('DELETE', `/clip/model/${name}`);
const rejected = (id: number) =>
  app.send('POST', `${v2}/pending_queue/batches`, {
    key: keys.approver,
    body: { batch_title: 'no', rejected_ids: [id], reject_reason: 'no' },
  });

test('an address that was forgotten is looked at when a record names it again, and nothing is written for nothing', async () => {
  const [first, second] = [instance(), instance()];
  await app.seed('clip', record('back', 'file'));
  await first.settle();
  await second.memory.refresh();
  await removed('back');
  await first.settle();
  time += 91 * day;
  await first.settle();
  for (const { memory } of [first, second]) {
    await memory.refresh();
    expect(memory.address(address('file'))).toBeUndefined();
    expect([...memory.addresses()]).toEqual([]);
  }
  asked = [];
  await app.seed('clip', record('back', 'file'));
  // Whichever has the lease by now.
  await second.settle();
  expect(asked).toEqual([address('file')]);
  for (const each of [second, first]) {
    await each.settle();
    const again = async () => {
      for (let step = 0; step < 3; step += 1) await each.step();
    };
    expect(await each.writesOf(again)).toBe(0);
  }
});

test('an address that becomes live while it is being forgotten is kept', async () => {
  const { settle, memory } = instance();
  await app.seed('clip', record('back', 'file'));
  await settle();
  await removed('back');
  await settle();
  await app.store.write((tx) => fileStore(tx).deleteUnreferenced(time + 1));
  await app.seed('clip', record('back', 'file'));
  await settle();
  expect(memory.address(address('file'))).toMatchObject({ live: true, state: { checked_at: time } });
});

test('the new files of a revised proposal are looked at, and those that it no longer names are not', async () => {
  const { settle } = instance();
  const id = await proposeAs(keys.requestor, record('mine', 'first', 'second'));
  await settle();
  expect(asked.toSorted()).toEqual([address('first'), address('second')]);
  const body = { record: record('mine', 'second', 'third') };
  const revised = await app.send('PUT', `${v2}/pending_queue/changes/${id}`, { key: keys.requestor, body });
  expect(revised.statusCode).toBe(200);
  asked = [];
  await settle();
  expect(asked).toEqual([address('third')]);
  time += 2 * day;
  asked = [];
  await settle();
  expect(asked.toSorted()).toEqual([address('second'), address('third')]);
});

test('a proposal with very many files waits for them itself, and nobody else does', async () => {
  const { step } = instance();
  await proposeAs(keys.requestor, record('giant', ...many(1_500, 'giant')));
  for (let turn = 0; turn < 3; turn += 1) await step();
  expect(of('giant')).toHaveLength(30);
  // Of the same account, of another one, and live.
  await proposeAs(keys.requestor, record('small', 'small'));
  await proposeAs(keys.approver, record('other', 'other'));
  await app.seed('clip', record('live', ...many(100, 'live')));
  for (let turn = 0; turn < 3; turn += 1) await step();
  expect([of('small'), of('other'), of('live')].map(({ length }) => length)).toEqual([1, 1, 90]);
  expect(of('giant').length).toBeLessThanOrEqual(60);
});

test('an account with hundreds of proposals takes turns with others', async () => {
  const { step } = instance();
  for (let at = 0; at < 60; at += 1) await proposeAs(keys.requestor, record(`m${at}`, `crowd/${at}`));
  await proposeAs(keys.approver, record('other', ...many(20, 'other')));
  for (let turn = 0; turn < 3; turn += 1) await step();
  expect([of('crowd'), of('other')].map(({ length }) => length)).toEqual([15, 15]);
});

test('what nobody proposes any more is not looked at any more', async () => {
  const { step, settle } = instance();
  const body = (name: string) => record(name, ...many(50, name));
  const ids = [];
  for (const name of ['rejected', 'purged', 'replaced', 'approved'])
    ids.push(await proposeAs(keys.requestor, body(name)));
  const [first, , third, fourth] = ids as [number, number, number, number];
  await step();
  expect(asked).toHaveLength(10);
  expect((await rejected(first)).statusCode).toBe(200);
  const purged = await app.send('POST', `${v2}/pending_queue/purge`, {
    key: keys.approver,
    body: { model_name: 'purged' },
  });
  expect(purged.statusCode).toBe(200);
  const by = record('replaced', 'by');
  const revised = await app.send('PUT', `${v2}/pending_queue/changes/${third}`, {
    key: keys.requestor,
    body: { record: by },
  });
  expect(revised.statusCode).toBe(200);
  await app.approve(fourth);
  asked = [];
  await settle();
  expect([of('rejected'), of('purged'), of('replaced'), of('by')].map(({ length }) => length)).toEqual([
    0, 0, 0, 1,
  ]);
  expect(of('approved').length).toBeGreaterThanOrEqual(40);
  time += 100 * day;
  asked = [];
  await settle();
  expect(asked).toHaveLength(51);
});

test('files that somebody else has in hand are not asked for again and again', async () => {
  const { step } = instance();
  await proposeAs(keys.requestor, record('mine', 'file'));
  await app.store.write(async (tx) => {
    await fileStore(tx).addMissing(
      [
        {
          url: address('file'),
          live: false,
          state: { known: null, doubt: null, failure: null, checked_at: null },
        },
      ],
      time,
    );
    await fileStore(tx).claim(address('file'), { holder: 'killed', now: time, until: time + 90 });
  });
  expect(await step()).toBe(false);
  time += 91;
  expect(await step()).toBe(true);
  expect(asked).toEqual([address('file')]);
});
