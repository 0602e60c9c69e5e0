import type { LookupFunction } from 'node:net';
import { type HttpCalls, openHttpCalls } from './http-calls.ts';
import { refusedAddressIn } from './public-address.ts';

/**
 * Makes HTTP calls to one service, with limits for time and size.
 *
 * @param limits.timeoutMs longest time, in milliseconds, to connect, to wait for the headers, and to wait for
 * each further part of the body. The call as a whole has no limit here: the caller sets one
 * @param limits.lookup absent: the resolver of the system
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

/**
 * Thrown for an answer that cannot be used. The message says what is wrong and quotes nothing of the answer.
 */
export class InvalidAnswer extends Error {}

/** The words with which `failureReason` begins when no connection was made. Callers look for these words. */
export const noConnection = 'no connection';

/** Returns why a call failed, in words that quote nothing of the request. */
export function failureReason(error: unknown, timeoutMs: number): string {
  const refused = refusedAddressIn(error);
  if (refused) return refused.message;
  if (error instanceof InvalidAnswer) return error.message;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its answer is too long';
  return code ? `${noConnection}, ${code}` : noConnection;
}

/**
 * Returns the seconds to wait that the header `Retry-After` states, as a number or as a date.
 *
 * @param nowMs the time now, in milliseconds since 1970
 * @returns null when the header is absent, or has neither
 */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
