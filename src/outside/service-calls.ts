import { Agent } from 'undici';

/**
 * Makes an agent for calls to one service. Its limits keep a slow service from holding up callers, and a
 * large answer from filling the memory.
 *
 * @param limits.timeoutMs the limit, in milliseconds, of each phase of a call: connecting, the wait for the
 * headers, and each wait for more of the body. The caller sets a limit for the whole call itself
 */
export function limitedAgent(limits: {
  connections: number;
  timeoutMs: number;
  maxAnswerBytes: number;
}): Agent {
  const { connections, timeoutMs, maxAnswerBytes } = limits;
  return new Agent({
    connections,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
}

/** Thrown for an unusable answer; the message says how it is wrong and quotes nothing of it. */
export class BadAnswer extends Error {}

/**
 * The beginning of the text of `failureReason` when no connection was made. Callers recognise the case by it.
 */
export const noConnection = 'no connection';

/** Says why a call failed, in words that quote nothing of the request. */
export function failureReason(error: unknown, timeoutMs: number): string {
  if (error instanceof BadAnswer) return error.message;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its answer is too long';
  return code ? `${noConnection}, ${code}` : noConnection;
}

/**
 * Reads the header `Retry-After`, which has a number of seconds or a date; gives seconds.
 *
 * @param nowMs milliseconds since 1970
 * @returns null when the header is absent, or has neither
 */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
