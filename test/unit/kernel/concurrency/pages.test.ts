import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInPages } from '../../../../src/kernel/concurrency/pages.ts';

test('pages have every item once, in order, and neither more items nor more bytes than they may', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200_000), { maxLength: 250 }), async (sizes) => {
      const ids = sizes.map((_, index) => index);
      const sizeOf = (id: number) => sizes[id] ?? 0;
      const sizesOf = async (some: readonly number[]) => new Map(some.map((id) => [id, sizeOf(id)]));
      const pages: (readonly number[])[] = [];
      for await (const page of readInPages(ids, sizesOf, async (some) => some)) pages.push(page);
      expect(pages.flat()).toEqual(ids);
      for (const page of pages) {
        expect(page.length).toBeLessThanOrEqual(100);
        const bytes = page.reduce((sum, id) => sum + sizeOf(id), 0);
        expect(bytes <= 512 * 1024 || page.length === 1).toBe(true);
      }
    }),
  );
});

test('a page is read when the one before is taken', async () => {
  const read: number[] = [];
  const each = async (some: readonly number[]) => new Map(some.map((id) => [id, 600_000]));
  const pages = readInPages([1, 2, 3], each, async (some) => {
    read.push(...some);
    return some;
  });
  await pages.next();
  expect(read).toEqual([1]);
});
