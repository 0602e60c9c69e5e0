import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyEtag } from '../../client/src/body-etag.ts';
import { jsonMembers } from '../../src/kernel/json-members.ts';
import { bodyEtag as etagOfService } from '../../src/modules/catalog/segmented-body.ts';

const records = fc.uniqueArray(
  fc.record({
    name: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('7', '__proto__', 'a"b\\', '{,}'),
    ),
    more: fc.jsonValue(),
    // Some are so long that a segment ends behind them.
    fill: fc.nat({ max: 20_000 }),
  }),
  { selector: ({ name }) => name, maxLength: 40 },
);

test('the client makes of a body the ETag that the service gives it', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      const members = given.map(({ name, more, fill }) => {
        const record = { name, more, text: 'ä'.repeat(fill) };
        return `${JSON.stringify(name)}:${JSON.stringify(record)}`;
      });
      const text = `{${members.join(',')}}`;
      expect(await bodyEtag(text)).toBe(etagOfService(jsonMembers(text)));
    }),
    { numRuns: 60 },
  );
});

test.each(['', '[]', 'null', '{"a":1', '{"a":1}x', '<html>'])('%s has none of its own', async (text) => {
  expect(await bodyEtag(text)).toBeNull();
});
