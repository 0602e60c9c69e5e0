import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Catalog, createCatalog } from '../../../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { createDeletionRisk } from '../../../../src/modules/insight/deletion-risk.ts';
import type { SearchQuery } from '../../../../src/modules/insight/search/query.ts';
import { createSearch, type FoundRecords } from '../../../../src/modules/insight/search.ts';
import { createStatistics } from '../../../../src/modules/insight/statistics.ts';
import { currentIndex } from '../../../../src/modules/names/memory.ts';
import { textGeneration } from '../../../../src/records/categories/text-generation.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import { createGroupLinks, summariseGroups } from '../../../../src/records/text-names/index.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';
import { riskSettings } from './analytics/risk-settings.ts';
import { usageOf } from './analytics/usage-of.ts';

const clock = { now: () => 1_800_000_000 };
const links = createGroupLinks({ aliases: [], families: [], schemas: [] });
const queries: Partial<SearchQuery>[] = [
  {},
  { name_contains: '7b', limit: 5, offset: 2 },
  { sort_by: 'name', sort_desc: true },
  { sort_by: 'parameters', offset: 3, limit: 4 },
  { tags_any: ['x'], nsfw: true },
  { exclude_backend_variations: true, sort_by: 'version' },
];

const shown = ({ records, total }: FoundRecords) => ({ total, records: records.map(String) });

/** What readers are told of the text models, as the catalog has them. */
function readersOf(catalog: Catalog) {
  const search = createSearch(usualCategories);
  const settings = { statisticsCacheTtlSeconds: 60 };
  const statistics = createStatistics({ clock, settings });
  const usage = { data: usageOf({ month: { 'A-7B': 5, 'org/Bc-8B': 7 } }), ageSeconds: 0, stale: false };
  const risk = createDeletionRisk({
    clock,
    source: {
      read: async () => usage,
      health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
    },
    settings: { ...riskSettings, deletionRiskCacheTtlSeconds: 60 },
  });
  return async () => {
    const [page, index] = [{ limit: 50, offset: 0 }, await currentIndex(catalog)];
    const models = catalog.snapshot('v2', textGeneration.name);
    const all = categories.map(({ name }) => catalog.snapshot('v2', name));
    return JSON.stringify({
      found: await Promise.all(
        queries.map((query) => search.inCategory(textGeneration, { ...page, ...query }, models).then(shown)),
      ),
      everywhere: [
        shown(await search.everywhere({ ...page, name_contains: 'a' }, all)),
        shown(await search.everywhere({ ...page, sort_by: 'name', limit: 7 }, all)),
      ],
      statistics: await Promise.all(
        [false, true].map((grouped) =>
          statistics.of(textGeneration, models, { grouped, offset: 0, limit: null }).catch(String),
        ),
      ),
      risks: await Promise.all(
        [false, true].map((grouped) =>
          risk
            .report(models, 'text', {
              grouped,
              backendVariations: true,
              preset: null,
              offset: 0,
              limit: null,
            })
            .catch(String),
        ),
      ),
      groups: summariseGroups(index, links),
      health: index.health,
      detail: index.groupNames.map((group) => index.facts(group)),
      baselines: index.distinctBaselines,
      named: index.groupsByName,
    });
  };
}

test('after whatever changes, readers are told what they are told of models that are read anew', async () => {
  const store = await temporaryStore(onTestFinished);
  const catalog = createCatalog({ store, categories });
  await catalog.start();
  const told = readersOf(catalog);
  const write = fc.record({
    name: fc
      .tuple(
        fc.constantFrom('', 'org/', 'koboldcpp/'),
        fc.constantFrom('A', 'Bc'),
        fc.constantFrom(7, 8, 13, 70),
      )
      .map(([author, base, size]) => `${author}${base}-${size}B`),
    // Some are longer than a segment, so that there are many.
    length: fc.constantFrom(0, 30_000, 70_000, 140_000),
    deletes: fc.boolean(),
    reads: fc.boolean(),
    fields: fc.record({
      text_model_group: fc.constantFrom('A', 'B', ''),
      baseline: fc.constantFrom('one', 'two', null),
      nsfw: fc.boolean(),
      tags: fc.subarray(['x', 'y']),
      parameters: fc.constantFrom(7e9, 13e9),
      version: fc.constantFrom('1', '2'),
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 10 }), async (writes) => {
      for (const { name, length, deletes, reads, fields } of writes) {
        const v2 = JSON.stringify({ name, ...fields, description: 'd'.repeat(length) });
        await store.write(async (tx) => {
          if (deletes) await modelStore(tx).delete('text_generation', name);
          else {
            const texts = { v2, v2_hash: contentHash(v2), legacy: null, legacy_hash: null };
            await modelStore(tx).put({ category: 'text_generation', name, ...texts }, 1);
          }
        });
        await catalog.refresh(['text_generation']);
        if (reads) await told();
      }
      const anew = createCatalog({ store, categories });
      await anew.start();
      expect((await told()) === (await readersOf(anew)())).toBe(true);
    }),
    { numRuns: 12 },
  );
});
