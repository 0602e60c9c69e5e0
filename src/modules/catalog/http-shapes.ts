import { z } from 'zod';
import { categories } from '../../records/categories/index.ts';
import { commonFields } from '../../records/common-fields.ts';
import { categoryEnum } from '../../records/enums.ts';

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

const {
  record_type: _,
  model_classification: classification,
  ...common
} = commonFields('', {
  domain: 'image',
  purpose: 'generation',
});

/** A stored record of any category, where no more is known of it than what all have in common. */
export const genericRecord = z
  .looseObject({ record_type: categoryEnum, ...common, model_classification: classification.unwrap() })
  .meta({
    id: 'GenericModelRecord',
    description:
      'What the records of all categories have in common. Further fields are those of its category.',
  });
