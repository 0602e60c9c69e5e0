import type { RouteContext } from '../../serving/context.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import type { Metadata } from './metadata.ts';

/**
 * Answers a read after checking its `If-Unmodified-Since`, if it has one. That takes a query, since only the
 * database knows when something was last modified; reads without the header do none. `If-Match` is compared
 * where the answer is sent.
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

/** Null where writes are not counted, as at a replica. */
async function categoryUpdated(metadata: Metadata, category: string): Promise<number | null> {
  const counted = await metadata.get(category);
  return counted?.last_operation_type ? counted.last_updated : null;
}
