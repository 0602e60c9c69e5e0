import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { createShownRecords } from '../../../../src/modules/catalog/category-builder.ts';
import { textGeneration } from '../../../../src/records/categories/text-generation.ts';

const name = fc.oneof(
  fc.constantFrom('a/b', 'gpt2', 'a/"b"', 'a/b/c', 'ä/ö', '{"name":"x",', 'https://x/y'),
  fc.string(),
);
/** Keys that look like numbers come before `name` in an object. */
const row = fc.dictionary(
  fc.oneof(fc.constantFrom('7', 'name', 'odd', 'style'), fc.string()),
  fc.jsonValue(),
);

test('the texts of a text model are those of its entries', () => {
  fc.assert(
    fc.property(name, row, (name, row) => {
      const legacy = JSON.stringify({ ...row, name });
      const entries = textGeneration.legacy!.createEntries(
        name,
        JSON.parse(legacy) as JsonObject & { name: string },
      );
      expect(createShownRecords('legacy', textGeneration, { name, v2: '{}', legacy })).toEqual(
        entries.map(([name, entry]) => ({ name, text: JSON.stringify(entry) })),
      );
    }),
  );
});
