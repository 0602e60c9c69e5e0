import type { FastifyRequest } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import type { Metadata } from '../../modules/catalog/metadata.ts';
import { modelStore } from '../../modules/catalog/store.ts';
import type { Precondition } from '../../modules/queue/examine-write.ts';
import { assertMatch } from '../answers/etag.ts';
import { etagsOf } from '../answers/representation.ts';
import type { RouteContext } from '../context.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

/**
 * The time of an `If-Unmodified-Since`, in Unix seconds; null without one that counts: beside `If-Match`, and
 * when it is no date, it has to be ignored (RFC 9110 13.1.4).
 */
function unmodifiedSince({ headers }: Headers): number | null {
  const sent = headers['if-unmodified-since'];
  if (sent === undefined || headers['if-match'] !== undefined) return null;
  const milliseconds = Date.parse(sent);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** @throws RegistryError precondition_failed (412) */
function assertUnmodified(since: number | null, modified: number | null): void {
  if (since === null || modified === null || modified <= since) return;
  const [sent, last] = [since, modified].map((seconds) => new Date(seconds * 1000).toUTCString());
  throw new RegistryError(
    'precondition_failed',
    `If-Unmodified-Since: ${sent}, but it was last modified ${last}. Read it again.`,
  );
}

/**
 * For writes of what has no ETag, and of what is not compared with one: to pass over the header would do what
 * its sender has forbidden.
 * @throws RegistryError precondition_failed (412)
 */
export async function refusePreconditions({ headers }: Headers): Promise<void> {
  const sent = ['if-match', 'if-unmodified-since'].find((name) => headers[name] !== undefined);
  if (sent === undefined) return;
  throw new RegistryError(
    'precondition_failed',
    `Nothing was done: this call cannot be made to depend on ${sent}. Writes of records in v1 and v2 can.`,
  );
}

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
