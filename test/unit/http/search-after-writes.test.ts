import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { contentHash } from '../../../src/records/hash.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

const v2Root = '/api/model_references/v2';
const asked = [
  'image_generation/search',
  'image_generation/search?nsfw=true',
  'image_generation/search?nsfw=1',
  'image_generation/search?limit=2&offset=1',
  'image_generation/search?tags_any=x&tags_any=y&sort_by=name&sort_desc=true',
  'image_generation/search?name_contains=%C3%A9',
  'image_generation/search?limit=0',
  'image_generation/search?sort_by=nothing',
  'image_generation/search?backend=koboldcpp',
  'clip/search?nsfw=true',
  'clip/search?limit=2&offset=1',
  'search?limit=2&offset=1',
  'search?sort_by=name',
];

async function answersOf(app: TestApp) {
  const answers: Record<string, unknown> = {};
  for (const path of asked) {
    const { statusCode, body, headers } = await app.get(`${v2Root}/${path}`);
    answers[path] = { statusCode, body, headers: { ...headers, date: '', 'x-request-id': '' } };
  }
  return answers;
}

test('after any writes, what was asked before is answered as by a process that was never asked', async () => {
  await using app = await startTestApp();
  const write = fc.record({
    category: fc.constantFrom('image_generation', 'clip'),
    name: fc.constantFrom('a', 'é', 'Zebra', 'B7'),
    deletes: fc.boolean(),
    fields: fc.record({
      nsfw: fc.boolean(),
      tags: fc.subarray(['x', 'y']),
      size_on_disk_bytes: fc.constantFrom(1, 10),
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const { category, name, deletes, fields } of writes) {
        const v2 = JSON.stringify({ name, ...fields });
        await app.store.write(async (tx) => {
          const texts = { v2, v2_hash: contentHash(v2), legacy: null, legacy_hash: null };
          if (deletes) await modelStore(tx).delete(category, name);
          else await modelStore(tx).put({ category, name, ...texts }, 1);
        });
        await app.service.context.catalog.refresh([category]);
        expect(await answersOf(app)).toEqual(await answersOf(app));
        const stored = await app.get(`${v2Root}/${category}`);
        const { results } = (await app.get(`${v2Root}/${category}/search`)).json();
        expect(results).toEqual(stored.statusCode === 200 ? Object.values(stored.json()) : []);
      }
      await using anew = await startTestApp({ settings: { databaseUrl: app.settings.databaseUrl } });
      expect(await answersOf(app)).toEqual(await answersOf(anew));
    }),
    { numRuns: 8 },
  );
});
