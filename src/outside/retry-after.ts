/**
 * The header `Retry-After` in seconds: a number of them, or a date.
 *
 * @param nowMs milliseconds since 1970
 * @returns null when it is absent or neither
 */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
