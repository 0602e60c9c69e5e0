import { expect, test } from 'vitest';
import { categories } from '../../../src/records/categories/index.ts';
import { compareWithSchema } from './agreement.ts';

const v2 = categories.map((category) => ({ category, name: category.name, format: 'v2' as const }));
const legacy = categories
  .filter((category) => category.legacy)
  .map((category) => ({ category, name: category.name, format: 'legacy' as const }));

test.each([...v2, ...legacy])(
  'schema and service say the same of records of $name ($format)',
  ({ category, format }) => {
    const { accepted, refused } = compareWithSchema(category, format, 150, 20_261_122);
    expect(accepted, 'records that are right').toBeGreaterThan(10);
    expect(refused, 'records that are wrong').toBeGreaterThan(10);
  },
);
