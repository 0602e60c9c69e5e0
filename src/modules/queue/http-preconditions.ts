import { assertMatch } from '../../serving/answers/etag.ts';
import { etagsOf } from '../../serving/answers/representation.ts';
import type { RouteContext } from '../../serving/context.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import { modelStore } from '../catalog/index.ts';
import type { Precondition } from './examine-write.ts';

/**
 * The preconditions of a write of one record: `If-Match` names an ETag of the live record, as it is read
 * alone.
 */
export function recordPrecondition(request: Headers): Precondition | undefined {
  const match = request.headers['if-match'];
  const since = unmodifiedSince(request);
  if (match === undefined && since === null) return undefined;
  return async (live) => {
    assertMatch(match, live ? etagsOf(live.v2_hash) : []);
    assertUnmodified(since, live?.updated_at ?? null);
  };
}

/**
 * The same in v1, whose records are only read together: `If-Match` may name an ETag of the whole category
 * instead.
 */
export function legacyPrecondition(
  { catalog }: Pick<RouteContext, 'catalog'>,
  category: string,
  request: Headers,
): Precondition | undefined {
  const match = request.headers['if-match'];
  const ofRecord = recordPrecondition(request);
  if (match === undefined || !ofRecord) return ofRecord;
  return async (live, reader) => {
    const { version, body } = catalog.snapshot('legacy', category);
    const current = (await modelStore(reader).versions()).get(category) ?? 0;
    const ofCategory = version === current && live ? etagsOf(body.etag) : [];
    assertMatch(match, [...ofCategory, ...(live ? etagsOf(live.v2_hash) : [])]);
  };
}
