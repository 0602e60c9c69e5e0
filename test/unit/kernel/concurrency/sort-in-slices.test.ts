import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeInSlices, sortInSlices } from '../../../../src/kernel/concurrency/sort-in-slices.ts';

test('sorts and merges as Array.sort does, equal items in their order', async () => {
  const items = fc
    .array(fc.nat(50), { maxLength: 2_000, size: 'max' })
    .map((keys) => keys.map((key, at) => ({ key, at })));
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
  await fc.assert(
    fc.asyncProperty(items, items, async (first, second) => {
      const [one, two] = [await sortInSlices(first, compare), await sortInSlices(second, compare)];
      expect(one).toEqual(first.toSorted(compare));
      expect(await mergeInSlices(one, two, compare)).toEqual([...first, ...second].sort(compare));
    }),
    { numRuns: 30 },
  );
});
