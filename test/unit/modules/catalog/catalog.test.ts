import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createBody } from '../../../../src/kernel/ready-body.ts';
import { createCatalog, type Rebuild } from '../../../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, categoryNames } from '../../../support/categories.ts';
import { openQueue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const newQueue = async () => openQueue(await temporaryStore(onTestFinished));

const put = (store: Store, category: string, name: string, v2: string, legacy: string | null = null) =>
  store.write((writer) =>
    modelStore(writer).put(
      {
        category,
        name,
        v2,
        legacy,
        v2_hash: contentHash(v2),
        legacy_hash: legacy === null ? null : contentHash(legacy),
      },
      1,
    ),
  );

test('a snapshot is made of the stored bytes, in stored order', async () => {
  const { store, catalog } = await newQueue();
  await put(store, 'lora', 'zeta "quoted"', '{"name":"zeta","n":1}');
  await put(store, 'lora', '7', '{"name":"7"}');
  await put(store, 'lora', 'ä', '{"name":"ä"}');
  await put(store, 'lora', 'zeta "quoted"', '{"name":"zeta","n":2}');
  await catalog.refresh(['lora']);
  const snapshot = catalog.snapshot('v2', 'lora');
  const text = '{"zeta \\"quoted\\"":{"name":"zeta","n":2},"7":{"name":"7"},"ä":{"name":"ä"}}';
  expect(snapshot.body.identity.toString()).toBe(text);
  expect(snapshot.body.etag).toBe(contentHash(text));
  expect(snapshot.records.map((record) => record.name)).toEqual(['zeta "quoted"', '7', 'ä']);
  expect(snapshot.get('ä')?.body.identity.toString()).toBe('{"name":"ä"}');
  expect(snapshot.get('ä')?.body.etag).toBe(contentHash('{"name":"ä"}'));
  expect(snapshot.get('toString')).toBeUndefined();
});

test('the legacy view of a text model has its backend names too', async () => {
  const queue = await newQueue();
  await queue.write('create', 'text_generation', 'org/New-7B', { parameters: 7_000_000_000 });
  await queue.write('create', 'text_generation', 'other/New-7B', { parameters: 8_000_000_000 });
  const snapshot = queue.catalog.snapshot('legacy', 'text_generation');
  expect(snapshot.records.map((record) => record.name)).toEqual([
    'org/New-7B',
    'aphrodite/org/New-7B',
    'koboldcpp/New-7B',
    'other/New-7B',
    'aphrodite/other/New-7B',
  ]);
  // Two models share this name: an object has it once, and the later one gives its value.
  expect(snapshot.get('koboldcpp/New-7B')?.record).toMatchObject({ parameters: 8_000_000_000 });
  expect(Object.keys(JSON.parse(snapshot.body.identity.toString()))).toHaveLength(5);
  expect(queue.catalog.snapshot('v2', 'text_generation').records).toHaveLength(2);
});

test('a snapshot never changes: who holds one keeps reading it whole', async () => {
  const queue = await newQueue();
  await queue.write('create', 'clip', 'a');
  const before = queue.catalog.snapshot('v2', 'clip');
  const record = before.get('a');
  await queue.write('create', 'clip', 'b');
  expect(before.records.map((record) => record.name)).toEqual(['a']);
  expect(before.get('b')).toBeUndefined();
  const after = queue.catalog.snapshot('v2', 'clip');
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.body.etag).not.toBe(before.body.etag);
  expect(after.get('a')).toBe(record);
  expect(before.get('a')).toBe(record);
});

test('a record is parsed for whoever asks: altering it alters no other', async () => {
  const queue = await newQueue();
  await queue.write('create', 'clip', 'a', { config: { download: [] } });
  const record = queue.catalog.snapshot('v2', 'clip').get('a')?.record as { config: { download: string[] } };
  record.config.download.push('x');
  expect(queue.catalog.snapshot('v2', 'clip').get('a')?.record).toMatchObject({ config: { download: [] } });
});

test('both compressed forms follow the swap, and unpack to the same bytes', async () => {
  const queue = await newQueue();
  await queue.write('create', 'clip', 'a', { description: 'long enough to be worth it '.repeat(40) });
  await queue.catalog.finishCompression();
  const { body } = queue.catalog.snapshot('v2', 'clip');
  expect(gunzipSync(body.gzip!).equals(body.identity)).toBe(true);
  expect(brotliDecompressSync(body.brotli!).equals(body.identity)).toBe(true);
});

test('a single record is compressed when that is first asked for', async () => {
  const queue = await newQueue();
  await queue.write('create', 'clip', 'a', { description: 'long enough to be worth it '.repeat(40) });
  const body = queue.catalog.snapshot('v2', 'clip').get('a')?.body;
  expect(body?.brotli).toBeNull();
  await expect.poll(() => body?.brotli).not.toBeNull();
  expect(brotliDecompressSync(body!.brotli!).equals(body!.identity)).toBe(true);
});

test('brotli is given up when nobody wants it any more, and gzip stays', async () => {
  const body = createBody('long enough to be worth it '.repeat(40));
  await body.compress(() => false);
  expect(gunzipSync(body.gzip!).equals(body.identity)).toBe(true);
  expect(body.brotli).toBeNull();
});

test('a small body is never compressed', async () => {
  const { catalog } = await newQueue();
  await catalog.finishCompression();
  expect(catalog.snapshot('v2', 'clip').body).toMatchObject({ gzip: null, brotli: null });
});

test('a write of one category rebuilds that category only, and says so', async () => {
  const store = await temporaryStore(onTestFinished);
  const rebuilds: Rebuild[] = [];
  const changed: string[] = [];
  const catalog = createCatalog({ store, categories, onRebuild: (rebuild) => rebuilds.push(rebuild) });
  await catalog.start();
  expect(rebuilds).toHaveLength(categories.length);
  rebuilds.length = 0;
  catalog.onChange((category) => changed.push(category));
  await put(store, 'clip', 'a', '{"name":"a"}', '{"name":"a"}');
  await catalog.refresh(categoryNames);
  await catalog.refresh(['clip']);
  const bytes = Buffer.byteLength('{"a":{"name":"a"}}');
  expect(rebuilds).toEqual([{ category: 'clip', bytes: 2 * bytes, ms: expect.any(Number) }]);
  expect(changed).toEqual(['clip']);
});

test('a view whose bytes stay the same keeps its body, compressed forms included', async () => {
  const queue = await newQueue();
  await queue.write('create', 'clip', 'a', { description: 'd' });
  const [v2, legacy] = [
    queue.catalog.snapshot('v2', 'clip').body,
    queue.catalog.snapshot('legacy', 'clip').body,
  ];
  queue.time.seconds += 1;
  await queue.write('update', 'clip', 'a', { description: 'd' });
  expect(queue.catalog.snapshot('v2', 'clip').body).not.toBe(v2);
  expect(queue.catalog.snapshot('legacy', 'clip').body).toBe(legacy);
});

test('a refresh that failed leaves the old snapshot, and the next one makes up for it', async () => {
  const store = await temporaryStore(onTestFinished);
  const flaky = { ...store };
  const catalog = createCatalog({ store: flaky, categories });
  await catalog.start();
  await put(store, 'lora', 'a', '{}');
  flaky.read = async () => Promise.reject(new Error('disk'));
  await expect(catalog.refresh(['lora'])).rejects.toThrow('disk');
  expect(catalog.snapshot('v2', 'lora').records).toEqual([]);
  flaky.read = store.read;
  await catalog.refresh(['lora']);
  expect(catalog.snapshot('v2', 'lora').records).toHaveLength(1);
});

test('refreshes that are asked for one right after the other share one look at the store', async () => {
  const store = await temporaryStore(onTestFinished);
  let looks = 0;
  const read: typeof store.read = (work) => {
    looks += 1;
    return store.read(work);
  };
  const catalog = createCatalog({ store: { ...store, read }, categories });
  await catalog.start();
  await put(store, 'lora', 'a', '{}');
  looks = 0;
  const asked = [];
  for (let turn = 0; turn < 10; turn += 1) {
    asked.push(catalog.refresh(['lora']));
    await Promise.resolve();
  }
  await Promise.all(asked);
  expect(looks).toBe(1);
  expect(catalog.snapshot('v2', 'lora').get('a')?.text).toBe('{}');
});

test('a look refreshes the categories whose version has moved, and costs one read where none has', async () => {
  const store = await temporaryStore(onTestFinished);
  let reads = 0;
  const read: typeof store.read = (work) => {
    reads += 1;
    return store.read(work);
  };
  const rebuilt: string[] = [];
  const onRebuild = ({ category }: { category: string }) => rebuilt.push(category);
  const catalog = createCatalog({ store: { ...store, read }, categories, onRebuild });
  await catalog.start();
  rebuilt.length = 0;
  await put(store, 'lora', 'a', '{}');
  await put(store, 'clip', 'b', '{}');
  await put(store, 'of a newer version', 'c', '{}');
  await catalog.refreshOutdated();
  expect(rebuilt.sort()).toEqual(['clip', 'lora']);
  expect(catalog.snapshot('v2', 'lora').get('a')?.text).toBe('{}');
  reads = 0;
  await catalog.refreshOutdated();
  expect([reads, rebuilt.length]).toEqual([1, 2]);
});

test('after random writes, restarts included, memory holds what the store does', async () => {
  const store = await temporaryStore(onTestFinished);
  const catalog = createCatalog({ store, categories });
  await catalog.start();
  // The first two share a name that backends give them.
  const name = fc.constantFrom('org/A-7B', 'other/A-7B', 'B-1B');
  const write = fc.record({ name, deletes: fc.boolean(), value: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const { name, deletes, value } of writes) {
        const legacy = JSON.stringify({ name, parameters: value });
        if (deletes) await store.write((writer) => modelStore(writer).delete('text_generation', name));
        else await put(store, 'text_generation', name, JSON.stringify({ name, value }), legacy);
        if (value === 0) await catalog.refresh(['text_generation']);
      }
      await catalog.refresh(['text_generation']);
      const anew = createCatalog({ store, categories });
      await anew.start();
      for (const format of ['v2', 'legacy'] as const) {
        const [kept, made] = [catalog, anew].map((each) => each.snapshot(format, 'text_generation'));
        expect(kept?.body.identity.toString()).toBe(made?.body.identity.toString());
        expect(kept?.body.etag).toBe(made?.body.etag);
        expect(kept?.records.map((record) => [record.name, record.text])).toEqual(
          made?.records.map((record) => [record.name, record.text]),
        );
        for (const record of kept?.records ?? []) expect(kept?.get(record.name)).toBe(record);
        expect(kept?.get('no such')).toBeUndefined();
      }
    }),
    { numRuns: 100 },
  );
});
