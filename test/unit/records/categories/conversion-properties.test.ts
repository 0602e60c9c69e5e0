import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRecord } from '../../../../src/records/categories/category.ts';
import { baselines, categories } from '../../../support/categories.ts';
import { legacyRecords, v2Bodies } from '../../../support/generated-records.ts';

const runs = { numRuns: 20 };

describe.each(categories)('$name', (category) => {
  const bodies = v2Bodies(category);
  const records = bodies.map((body) => category.record(baselines).parse(body));

  it('writes a record the same way whatever the order of its keys, and again when it is read', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const record = category.record(baselines).parse(body);
        const reversed = Object.fromEntries(Object.entries(body).reverse());
        expect(JSON.stringify(category.record(baselines).parse(reversed))).toBe(JSON.stringify(record));
        expect(JSON.stringify(category.stored(baselines).parse(record))).toBe(JSON.stringify(record));
      }),
      runs,
    );
  });

  const form = category.legacy;
  if (!form) return;

  const legacies = legacyRecords(category.name);

  it('loses nothing of a legacy record on the way to v2 and back', () => {
    fc.assert(
      fc.property(legacies, (legacy) => {
        const record = form.toV2('key', legacy, null, baselines);
        expect(JSON.stringify(form.fromV2('key', record, legacy, baselines))).toBe(JSON.stringify(legacy));
        expect(JSON.stringify(form.toV2('key', legacy, record, baselines))).toBe(JSON.stringify(record));
      }),
      runs,
    );
  });

  it('loses nothing of a v2 record on the way to legacy and back', () => {
    fc.assert(
      fc.property(records, (record) => {
        const legacy = form.fromV2(record.name, record, null, baselines);
        expect(JSON.stringify(form.toV2(record.name, legacy, record, baselines))).toBe(
          JSON.stringify(record),
        );
      }),
      runs,
    );
  });

  it('says the same in both views after a v2 change, and keeps what only legacy knew', () => {
    fc.assert(
      fc.property(legacies, records, (legacy, record) => {
        const after = form.fromV2('key', record, legacy, baselines);
        const seen = form.toV2('key', after, record, baselines);
        expect(JSON.stringify(seen)).toBe(JSON.stringify(record));
        expect(after.odd).toEqual(legacy.odd);
        expect(after.available).toEqual(legacy.available);
      }),
      runs,
    );
  });

  it('keeps what only v2 knew after a v1 change', () => {
    fc.assert(
      fc.property(legacies, records, (legacy, previous) => {
        const record: ModelRecord = form.toV2('key', legacy, previous, baselines);
        const { metadata, finetune_series, model_classification } = previous;
        expect(record).toMatchObject({ metadata, model_classification });
        expect(record.finetune_series).toEqual(finetune_series);
        const { description } = form.toV2('key', legacy, null, baselines);
        expect(record.description ?? '').toBe(description ?? '');
      }),
      runs,
    );
  });
});
