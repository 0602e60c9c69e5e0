import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { commonFields } from '../../records/common-fields.ts';
import { categoryEnum } from '../../records/enums.ts';

/** A record of any category. API documents use `recordUnionOf` instead. */
export const modelRecordUnion = z.record(z.string(), z.unknown()).meta({ id: 'ModelRecordUnion' });

export const recordUnionOf = ({ list, baselines }: Categories) =>
  z.union(list.map((category) => category.record(baselines))).meta({
    id: 'ModelRecordUnion',
    description: 'A record of any category. A write is validated as a record of the category in its path.',
    discriminator: {
      propertyName: 'record_type',
      mapping: Object.fromEntries(
        list.map(({ name, recordName }) => [name, `#/components/schemas/${recordName}`]),
      ),
    },
  });

export const recordsByName = (record: z.ZodType) => z.record(z.string(), record);

const {
  record_type: _,
  model_classification: classification,
  ...common
} = commonFields('', {
  domain: 'image',
  purpose: 'generation',
});

/** A stored record of any category. API documents use `genericRecordOf` instead. */
export const genericRecord = z.record(z.string(), z.unknown()).meta({ id: 'GenericModelRecord' });

/** A stored record of any category, with the fields common to all categories. */
export const genericRecordOf = () =>
  z
    .looseObject({
      record_type: categoryEnum,
      ...common,
      model_classification: classification.unwrap(),
    })
    .meta({
      id: 'GenericModelRecord',
      description: 'Fields of the records of all categories. Further fields depend on the category.',
    });

const text = z.string().nullish();

/** The fields common to legacy records of all categories. */
export const legacyFields = {
  name: z.string(),
  type: text,
  description: text,
  version: text,
  style: text,
  nsfw: z.boolean().nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
};

/**
 * The schema of a legacy record in responses. `type` may be any text, because some stored records have a
 * `type` that writes reject.
 */
export const legacyRecord = z.looseObject(legacyFields).meta({
  id: 'LegacyRecord',
  description:
    'A record in the legacy format. Further fields depend on the category; unknown fields are kept.',
});
