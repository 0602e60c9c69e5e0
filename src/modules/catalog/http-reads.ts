import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { commonFields } from '../../records/common-fields.ts';
import { categoryEnum } from '../../records/enums.ts';
import type { RouteContext } from '../../serving/context.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import type { Metadata } from './metadata.ts';

/** A record of any category. API documents have `recordUnionOf` in its place. */
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

/** A stored record of any category. API documents have `genericRecordOf` in its place. */
export const genericRecord = z.record(z.string(), z.unknown()).meta({ id: 'GenericModelRecord' });

/**
 * A stored record of any category, with the fields that all categories have in common. Records of reference
 * categories, such as baselines, have no classification.
 */
export const genericRecordOf = ({ ofReference }: Categories) =>
  z
    .looseObject({
      record_type: categoryEnum,
      ...common,
      model_classification: ofReference.length > 0 ? classification : classification.unwrap(),
    })
    .meta({
      id: 'GenericModelRecord',
      description:
        'What the records of all categories have in common. Further fields are those of its category.',
    });

/**
 * Answers a read with `answer`. If the request has `If-Unmodified-Since`, first asks the database whether the
 * category, or the model called `name`, was written after that time. `If-Match` is checked later, when the
 * answer is sent.
 *
 * @throws RegistryError precondition_failed (412) when it was
 */
export function whenUnmodified(
  { metadata }: Pick<RouteContext, 'metadata'>,
  request: Headers,
  { category, name }: { readonly category: string; readonly name?: string },
  answer: () => unknown,
): unknown {
  const since = unmodifiedSince(request);
  if (since === null) return answer();
  const modified =
    name === undefined ? categoryUpdated(metadata, category) : metadata.modelUpdated(category, name);
  return modified.then((seconds) => {
    assertUnmodified(since, seconds);
    return answer();
  });
}

/**
 * Gives the time (Unix seconds) of the category's latest write; null when this database has counted no write
 * of the category. A replica counts no writes.
 */
async function categoryUpdated(metadata: Metadata, category: string): Promise<number | null> {
  const counted = await metadata.get(category);
  return counted?.last_operation_type ? counted.last_updated : null;
}
