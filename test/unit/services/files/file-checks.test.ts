import { afterEach, beforeEach, expect, test } from 'vitest';
import { categories } from '../../../../src/registry/categories/index.ts';
import { createKnownFiles, createLearning } from '../../../../src/services/files/create-files.ts';
import { createFileChecks } from '../../../../src/services/files/file-checks.ts';
import type { RemoteFiles } from '../../../../src/services/ports/remote-files.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';

const day = 86_400;

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
  const counting: Pick<typeof store, 'read' | 'write'> = {
    read: (work) => store.read(work),
    write: (...given) => {
      writes += 1;
      return store.write(...given);
    },
  };
  const clock = { now: () => time };
  const known = createKnownFiles({ store, catalog: app.service.context.catalog, categories });
  const { signal } = new AbortController();
  const { addresses, checks } = createLearning({
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
  const checking = createFileChecks({
    store: counting,
    clock,
    addresses,
    checks,
    held: async () => true,
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
const removed = async (name: string) => {
  const id = await app.propose('DELETE', `/clip/model/${name}`);
  await app.approve(id);
  await app.apply(id);
};
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
  await app.store.write(({ files }) => files.forget({ addressesBefore: time + 1, changesBefore: 0 }));
  await app.seed('clip', record('back', 'file'));
  await settle();
  expect(memory.address(address('file'))).toMatchObject({ live: true, state: { checked_at: time } });
});
