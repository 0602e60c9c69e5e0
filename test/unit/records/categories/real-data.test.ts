import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import type { LegacyRecord } from '../../../../src/records/categories/category.ts';
import { formatModelsCsv, parseModelsCsv } from '../../../../src/records/categories/text/models-csv.ts';
import { normaliseStored } from '../../../../src/records/model-views.ts';
import { parseInput } from '../../../../src/records/parse.ts';
import { baselines, categories, findCategory } from '../../../support/categories.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';

type Records = Record<string, JsonObject>;

/** What the existing service says of a record, as far as ours has to say the same. */
function expected(golden: JsonObject, isText: boolean): [string, unknown][] {
  return Object.entries(golden).filter(([key, value]) => key !== 'metadata' && !(isText && value === ''));
}

describeWithSharedData('the public legacy data', (folder) => {
  const readText = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
  const readJson = <T>(...path: string[]) => JSON.parse(readText(...path)) as T;
  const text = findCategory('text_generation')!;
  const rows = () => parseModelsCsv(readText('legacy', 'text', 'models.csv')).rows;
  const legacyRecords = (name: string, fileName: string): [string, LegacyRecord][] =>
    name === text.name
      ? rows().map((row) => [row.name, row])
      : Object.entries(readJson<Record<string, LegacyRecord>>('legacy', 'image', fileName));

  const withLegacy = categories.flatMap(({ name, legacy }) => (legacy ? [{ name, legacy }] : []));
  const counts = {
    image_generation: 161,
    text_generation: 719,
    controlnet: 18,
    esrgan: 6,
    clip: 2,
    blip: 2,
    miscellaneous: 2,
  };

  it.each(withLegacy)(
    'becomes v2 with the values of the existing service, and back as it was: $name',
    ({ name, legacy }) => {
      const golden = readJson<Records>('v2-golden', `${name}.json`);
      const records = legacyRecords(name, legacy.fileName);
      expect(records).toHaveLength((counts as Record<string, number>)[name] ?? 1);
      expect(records.map(([key]) => key)).toEqual(Object.keys(golden));
      for (const [key, stored] of records) {
        const record = legacy.toV2(key, stored, null, baselines);
        for (const [field, value] of expected(golden[key]!, name === text.name)) {
          expect.soft(record[field], `${key}: ${field}`).toEqual(value);
        }
        expect
          .soft(JSON.stringify(legacy.fromV2(key, record, stored, baselines)), key)
          .toBe(JSON.stringify(stored));
        expect
          .soft(JSON.stringify(legacy.toV2(key, stored, record, baselines)), key)
          .toBe(JSON.stringify(record));
        const again = normaliseStored(findCategory(name)!, key, record, baselines);
        expect.soft(JSON.stringify(again.ok && again.value), key).toBe(JSON.stringify(record));
      }
    },
  );

  it.each(withLegacy)('is a stored v2 record where the existing service has one: $name', ({ name }) => {
    for (const [key, record] of Object.entries(readJson<Records>('v2-golden', `${name}.json`))) {
      const result = normaliseStored(findCategory(name)!, key, record, baselines);
      expect.soft(result, key).toMatchObject({ ok: true, value: record });
    }
  });

  it('is not changed by a client that sends back what v1 showed', () => {
    for (const row of rows()) {
      const sent = parseInput(
        text.legacy!.body(baselines),
        text.legacy!.createEntries(row.name, row)[0]![1],
        'body',
      );
      expect
        .soft(sent.ok && JSON.stringify(text.legacy!.fromBody(sent.value, row)), row.name)
        .toBe(JSON.stringify(row));
    }
  });

  it('has four names twice in its CSV, which is written so that it reads the same', () => {
    const { rows, problems } = parseModelsCsv(readText('legacy', 'text', 'models.csv'));
    expect(problems.map(({ name, isRowKept }) => [name, isRowKept])).toEqual([
      ['Casual-Autopsy/Maginum-Cydoms-24B', true],
      ['lightblue/Karasu-Mixtral-8x22B-v0.1', true],
      ['mistralai/Ministral-3-14B-Instruct-2512', true],
      ['Sao10K/Llama-3.1-8B-Stheno-v3.4', true],
    ]);
    expect(parseModelsCsv(formatModelsCsv(rows))).toMatchObject({ rows, problems: [] });
  });
});
