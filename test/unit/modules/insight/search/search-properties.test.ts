import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../../../src/modules/insight/search/query.ts';
import { naiveSearch } from './naive-search.ts';
import { type Collection, collections, question, smallCollection } from './random-search.ts';

const CASES = 3_000;
const fixed = collections();
/** Half of the cases over collections of their own, half over a few larger ones. */
const collection: fc.Arbitrary<Collection> = fc.oneof(smallCollection, fc.constantFrom(...fixed));

describe('search', () => {
  it('gives what a look at every record gives', () => {
    const page = fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.nat(120) });
    fc.assert(
      fc.property(collection, question, page, ({ records, find }, asked, { limit, offset }) => {
        const query: SearchQuery = { ...asked, limit, offset };
        expect(find(query)).toEqual(naiveSearch(records, query));
      }),
      { numRuns: CASES },
    );
  });

  it('gives pages that join to the whole result, each record once', () => {
    fc.assert(
      fc.property(
        collection,
        question,
        fc.integer({ min: 1, max: 50 }),
        ({ records, find }, asked, pageSize) => {
          const whole = find({ ...asked, limit: records.length + 1, offset: 0 }).positions;
          const limit = Math.max(pageSize, Math.ceil(whole.length / 12));
          const joined: number[] = [];
          for (let offset = 0; offset <= whole.length; offset += limit) {
            const { positions, total } = find({ ...asked, limit, offset });
            expect(total).toBe(whole.length);
            expect(positions.length).toBe(Math.min(limit, whole.length - offset));
            joined.push(...positions);
          }
          expect(joined).toEqual(whole);
          expect(new Set(joined).size).toBe(joined.length);
        },
      ),
      { numRuns: CASES },
    );
  });
});
