import { retryAfterSeconds } from '../retry-after.ts';

/**
 * How long a host wants to be left alone, in seconds, by the headers of an answer: `Retry-After`, and
 * `RateLimit: "api";r=0;t=55` (draft-ietf-httpapi-ratelimit-headers) once nothing remains.
 *
 * @param nowMs milliseconds since 1970
 * @returns null when it may be asked again
 */
export function pauseSeconds(
  status: number,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number | null {
  const asked = status === 429 || status === 503 ? retryAfterSeconds(headers['retry-after'], nowMs) : null;
  const spent = spentUntil(headers.ratelimit);
  const pause = Math.max(asked ?? 0, spent ?? 0);
  if (pause > 0) return Math.min(pause, longestPauseSeconds);
  return status === 429 ? defaultPauseSeconds : null;
}

/** A host that says more is asked again after this: it may be wrong, or lie. */
const longestPauseSeconds = 3600;
/** After 429 without a word on how long. */
const defaultPauseSeconds = 30;

function spentUntil(header: string | undefined): number | null {
  if (header === undefined) return null;
  const remaining = /;\s*r=(\d{1,9})\b/.exec(header)?.[1];
  const seconds = /;\s*t=(\d{1,9})\b/.exec(header)?.[1];
  return Number(remaining) === 0 && seconds !== undefined ? Number(seconds) : null;
}
