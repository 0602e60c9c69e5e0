import type { FastifyRequest } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';

export type Headers = Pick<FastifyRequest, 'headers'>;

/**
 * Gives the time of an `If-Unmodified-Since` header in Unix seconds. Null without the header, or when RFC
 * 9110 13.1.4 says to ignore it: beside `If-Match`, or when it is no date.
 */
export function unmodifiedSince({ headers }: Headers): number | null {
  const sent = headers['if-unmodified-since'];
  if (sent === undefined || headers['if-match'] !== undefined) return null;
  const milliseconds = Date.parse(sent);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/**
 * Checks that a record was not modified after `since`. Both times are in Unix seconds; if one is null, the
 * check passes.
 *
 * @throws RegistryError precondition_failed (412) when the record was modified after `since`
 */
export function assertUnmodified(since: number | null, modified: number | null): void {
  if (since === null || modified === null || modified <= since) return;
  const [sent, last] = [since, modified].map((seconds) => new Date(seconds * 1000).toUTCString());
  throw new RegistryError(
    'precondition_failed',
    `If-Unmodified-Since: ${sent}, but the record was last modified ${last}. Read the record again.`,
  );
}

/**
 * Refuses `If-Match` and `If-Unmodified-Since` at calls that do not support them: to ignore the header would
 * do what its sender has forbidden.
 * @throws RegistryError precondition_failed (412)
 */
export async function refusePreconditions({ headers }: Headers): Promise<void> {
  const sent = ['if-match', 'if-unmodified-since'].find((name) => headers[name] !== undefined);
  if (sent === undefined) return;
  throw new RegistryError(
    'precondition_failed',
    `Nothing was done: this call does not support ${sent}. Writes of records in v1 and v2 do.`,
  );
}
