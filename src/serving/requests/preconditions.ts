import type { FastifyRequest } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';

export type Headers = Pick<FastifyRequest, 'headers'>;

/**
 * Returns the time of an `If-Unmodified-Since` header in Unix seconds. Null if the header is missing or not a
 * date, or if the request also has `If-Match`, as RFC 9110 13.1.4 requires.
 */
export function readUnmodifiedSince({ headers }: Headers): number | null {
  const header = headers['if-unmodified-since'];
  if (header === undefined || headers['if-match'] !== undefined) return null;
  const milliseconds = Date.parse(header);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/**
 * Checks that a record was not modified after `since`. Both times are in Unix seconds; if one is null, the
 * check passes.
 *
 * @throws RegistryError precondition_failed (412) when the record was modified after `since`
 */
export function assertUnmodified(since: number | null, modifiedAt: number | null): void {
  if (since === null || modifiedAt === null || modifiedAt <= since) return;
  const [expectedTime, modifiedTime] = [since, modifiedAt].map((seconds) =>
    new Date(seconds * 1000).toUTCString(),
  );
  throw new RegistryError(
    'precondition_failed',
    `If-Unmodified-Since: ${expectedTime}, but the record was last modified ${modifiedTime}. Read the record again.`,
  );
}

/**
 * Refuses requests with `If-Match` or `If-Unmodified-Since`. Used for writes that do not support these
 * headers: ignoring them could overwrite what the caller wanted to protect.
 *
 * @throws RegistryError precondition_failed (412)
 */
export async function refusePreconditions({ headers }: Headers): Promise<void> {
  const header = ['if-match', 'if-unmodified-since'].find((name) => headers[name] !== undefined);
  if (header === undefined) return;
  throw new RegistryError(
    'precondition_failed',
    `Nothing was done: this operation does not support ${header}. Writes of records in v1 and v2 do.`,
  );
}
