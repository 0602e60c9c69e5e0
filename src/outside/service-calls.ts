import type { LookupFunction } from 'node:net';
import { type HttpCalls, openHttpCalls } from './http-calls.ts';
import { findRefusedAddress } from './public-address.ts';

/**
 * Creates an HTTP client for one service, with limits for time and size.
 *
 * @param limits.timeoutMs timeout, in milliseconds, of the connection, of the headers, and of each further
 *   chunk of the body. The caller sets a timeout of the whole call
 * @param limits.lookup absent: the system's resolver
 */
export function openServiceCalls({
  connections,
  timeoutMs,
  maxAnswerBytes,
  lookup,
}: {
  connections: number;
  timeoutMs: number;
  maxAnswerBytes: number;
  lookup?: LookupFunction | undefined;
}): HttpCalls {
  return openHttpCalls({
    connections,
    connect: { timeout: timeoutMs, ...(lookup && { lookup }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
}

/** Thrown for an unusable response. The message says what is wrong and quotes nothing of the response. */
export class InvalidAnswer extends Error {}

/** The text with which `describeFailure` begins if no connection was made. Callers compare with this text. */
export const noConnection = 'no connection';

/** Returns the reason why a call failed, as text. Does not quote the request. */
export function describeFailure(error: unknown, timeoutMs: number): string {
  const refusedAddress = findRefusedAddress(error);
  if (refusedAddress) return refusedAddress.message;
  if (error instanceof InvalidAnswer) return error.message;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its answer is too long';
  return code ? `${noConnection}, ${code}` : noConnection;
}

/**
 * Parses a `Retry-After` header, a number or a date, into the seconds to wait.
 *
 * @param nowMs the current time, in milliseconds since 1970
 * @returns null if the header is absent or invalid
 */
export function parseRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
