import { z } from 'zod';
import { categories } from '../../records/categories/index.ts';
import { commonFields } from '../../records/common-fields.ts';
import { categoryEnum } from '../../records/enums.ts';
import type { RouteContext } from '../../serving/context.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import type { Metadata } from './metadata.ts';

/** A record of any category, told apart by `record_type`. */
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

/** A stored record of any category, with the fields that all categories have in common. */
export const genericRecord = z
  .looseObject({ record_type: categoryEnum, ...common, model_classification: classification.unwrap() })
  .meta({
    id: 'GenericModelRecord',
    description:
      'What the records of all categories have in common. Further fields are those of its category.',
  });

/**
 * Answers a read after checking its `If-Unmodified-Since`. The check takes a query, since only the database
 * knows when something was last modified; reads without the header do none. `If-Match` is compared where the
 * answer is sent.
 *
 * @throws RegistryError precondition_failed (412)
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

/** Gives the time of the category's latest write; null where writes are not counted, as at a replica. */
async function categoryUpdated(metadata: Metadata, category: string): Promise<number | null> {
  const counted = await metadata.get(category);
  return counted?.last_operation_type ? counted.last_updated : null;
}
