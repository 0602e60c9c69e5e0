import type { Categories } from '../../records/categories/index.ts';
import { assertUnmodified, type Headers, readUnmodifiedSince } from '../../serving/requests/preconditions.ts';
import type { Metadata } from './metadata.ts';
import type { openCatalog } from './module.ts';

export type CatalogServices = Awaited<ReturnType<typeof openCatalog>> & {
  readonly categories: Categories;
};

/**
 * Calls `answer` for a read and returns its result. If the request has `If-Unmodified-Since`, first checks
 * that the category, or the model called `name`, was not written after that time. `If-Match` is checked when
 * the response is sent.
 *
 * @throws RegistryError precondition_failed (412) if the category or model was written after that time
 */
export function answerIfUnmodified(
  { metadata }: Pick<CatalogServices, 'metadata'>,
  request: Headers,
  { category, name }: { readonly category: string; readonly name?: string },
  answer: () => unknown,
): unknown {
  const unmodifiedSinceSeconds = readUnmodifiedSince(request);
  if (unmodifiedSinceSeconds === null) return answer();
  const modifiedSeconds =
    name === undefined ? readCategoryUpdated(metadata, category) : metadata.modelUpdated(category, name);
  return modifiedSeconds.then((seconds) => {
    assertUnmodified(unmodifiedSinceSeconds, seconds);
    return answer();
  });
}

/**
 * Returns the time (Unix seconds) of the category's latest write. Returns null if the database has counted no
 * write of the category. A replica counts no writes.
 */
async function readCategoryUpdated(metadata: Metadata, category: string): Promise<number | null> {
  const totals = await metadata.get(category);
  return totals?.last_operation_type ? totals.last_updated : null;
}
