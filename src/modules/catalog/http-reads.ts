import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type Audience, everybody, traitsOf, understands } from '../../records/audience.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { categories, referenceCategories } from '../../records/categories/index.ts';
import { commonFields } from '../../records/common-fields.ts';
import { categoryEnum } from '../../records/enums.ts';
import type { RouteContext } from '../../serving/context.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import { parseQuery } from '../../serving/requests/query.ts';
import { type AudienceQuery, audienceQuery } from './audiences.ts';
import type { Catalog } from './catalog.ts';
import type { Metadata } from './metadata.ts';
import type { CategorySnapshot } from './snapshot.ts';

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

export const recordsByName = (record: z.ZodType) => z.record(z.string(), record);

const {
  record_type: _,
  model_classification: classification,
  ...common
} = commonFields('', {
  domain: 'image',
  purpose: 'generation',
});

/**
 * A stored record of any category, with the fields that all categories have in common. Records of reference
 * categories, such as baselines, have no classification.
 */
export const genericRecord = z
  .looseObject({
    record_type: categoryEnum,
    ...common,
    model_classification: referenceCategories.length > 0 ? classification : classification.unwrap(),
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
 * Reads the audience from the query parameters of a read; gives `everybody` when the URL has no query.
 *
 * @throws RegistryError invalid_input (422) for an unknown client profile or baseline
 */
export function audienceOf(
  { audiences }: Pick<RouteContext, 'audiences'>,
  request: FastifyRequest,
  category: CategoryDefinition,
): Audience {
  return request.url.includes('?') ? audiences.of(parseQuery(audienceQuery, request), category) : everybody;
}

/**
 * Gives the v2 snapshot of a category, with only the models that the audience in the query may see.
 *
 * @throws RegistryError invalid_input (422) for an unknown client profile, or for a baseline that no model of
 * the category can have
 */
export function shownCategory(
  { audiences, audienceViews }: Pick<RouteContext, 'audiences' | 'audienceViews'>,
  query: AudienceQuery,
  category: CategoryDefinition,
): CategorySnapshot | Promise<CategorySnapshot> {
  return audienceViews.of('v2', category.name, audiences.of(query, category));
}

/**
 * Gives the v2 snapshots of several categories, with only the models that the audience in the query may see.
 *
 * @throws RegistryError invalid_input (422) for an unknown client profile or baseline
 */
export function shownCategories(
  { audiences, audienceViews }: Pick<RouteContext, 'audiences' | 'audienceViews'>,
  query: AudienceQuery,
  categories: readonly CategoryDefinition[],
): Promise<CategorySnapshot[]> {
  const audience = audiences.of(query, categories.length === 1 ? categories[0] : undefined);
  return Promise.all(categories.map(({ name }) => audienceViews.of('v2', name, audience)));
}

/**
 * Answers a read of a category with `answer`, which gets a snapshot with only the models that the audience in
 * the request's query may see.
 */
export function shownTo(
  context: Pick<RouteContext, 'audiences' | 'audienceViews' | 'catalog'>,
  request: FastifyRequest,
  category: CategoryDefinition,
  format: CanonicalFormat,
  answer: (snapshot: CategorySnapshot, audience: Audience) => unknown,
): unknown {
  const audience = audienceOf(context, request, category);
  const shown =
    audience === everybody
      ? context.catalog.snapshot(format, category.name)
      : context.audienceViews.of(format, category.name, audience);
  if (audience !== everybody) context.audienceViews.noteAnswer(request.url, format, category.name, audience);
  return shown instanceof Promise
    ? shown.then((snapshot) => answer(snapshot, audience))
    : answer(shown, audience);
}

/**
 * Tells whether the category has no model at all in the audience's channel. Ignores the client profile: a
 * client that can use none of the models gets an empty object, not the error for an empty category.
 */
export function isEmpty(
  catalog: Pick<Catalog, 'snapshot'>,
  { name }: CategoryDefinition,
  format: CanonicalFormat,
  { channel }: Audience,
): boolean {
  return catalog.snapshot(format, name, channel).size === 0;
}

/**
 * Checks that a client with the audience's profile can use a model; passes when the audience has no profile.
 * @throws RegistryError not_found (404) when the client cannot use it
 */
export function checkUnderstood({ profile }: Audience, record: JsonObject, name: string): void {
  if (profile === null || understands(profile, traitsOf(record))) return;
  throw new RegistryError(
    'not_found',
    `Model '${name}' is there, but not for this client: its baseline, file formats or sizes are not among those that the client understands`,
  );
}

/**
 * Gives the time (Unix seconds) of the category's latest write; null when this database has counted no write
 * of the category. A replica counts no writes.
 */
async function categoryUpdated(metadata: Metadata, category: string): Promise<number | null> {
  const counted = await metadata.get(category);
  return counted?.last_operation_type ? counted.last_updated : null;
}
