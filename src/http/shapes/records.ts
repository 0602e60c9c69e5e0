import { z } from 'zod';
import { categories } from '../../registry/categories/index.ts';

/** Any record, told apart by `record_type`. */
export const modelRecordUnion = z.union(categories.map((category) => category.record)).meta({
  id: 'ModelRecordUnion',
  description: 'A record of any category. A write is validated as a record of the category in its path.',
  discriminator: {
    propertyName: 'record_type',
    mapping: Object.fromEntries(
      categories.map(({ name, recordName }) => [name, `#/components/schemas/${recordName}`]),
    ),
  },
});

/** The body of a category read: model name → record. */
export const recordsByName = (record: z.ZodType) => z.record(z.string(), record);
