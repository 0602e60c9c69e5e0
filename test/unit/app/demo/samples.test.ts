import { afterEach, expect, test } from 'vitest';
import { listSampleModels, loadSamples, samples } from '../../../../src/app/demo/load-samples.ts';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { parseInput } from '../../../../src/records/parse.ts';
import { baselines, categoryNames, usualCategories } from '../../../support/categories.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const atEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of atEnd.splice(0)) await undo();
});

test.each(listSampleModels().map((model) => [`${model.definition.name} ${model.name}`, model] as const))(
  '%s could have been submitted',
  (_name, { definition, record }) => {
    const parsed = parseInput(definition.record(baselines), record, 'body');
    expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  },
);

test('there are 3 to 6 of each main category, under names of their own', () => {
  const { miscellaneous: _one, ...main } = samples;
  for (const [category, records] of Object.entries(main)) {
    expect(records.length, category).toBeGreaterThanOrEqual(3);
    expect(records.length, category).toBeLessThanOrEqual(6);
    expect(new Set(records.map(({ name }) => name)).size, category).toBe(records.length);
  }
  const managedElsewhere = ['lora', 'ti'];
  expect(Object.keys(samples)).toEqual(categoryNames.filter((name) => !managedElsewhere.includes(name)));
});

test('hashes are SHA-256 and addresses are https', () => {
  for (const { record, name } of listSampleModels()) {
    const { config } = record as { config?: { download: JsonObject[] } };
    for (const { sha256sum, file_url } of config?.download ?? []) {
      if (sha256sum !== undefined) expect(sha256sum, name).toMatch(/^[0-9a-f]{64}$/);
      expect(file_url, name).toMatch(/^https:\/\//);
    }
  }
});

test('an empty database gets the samples, once', async () => {
  const store = await temporaryStore((undo) => atEnd.push(undo));
  expect(await loadSamples(store, { now: 1000, categories: usualCategories })).toBe(
    listSampleModels().length,
  );
  expect(await loadSamples(store, { now: 2000, categories: usualCategories })).toBe(0);
});
