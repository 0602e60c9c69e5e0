/** The longest delay of a timer: with a longer one, `setTimeout` fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Resolves after `ms` milliseconds, or after `maxTimerMs` if that is less.
 * @throws the signal's reason as soon as the signal aborts
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const done = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, maxTimerMs));
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Returns the seconds to wait according to a `Retry-After` header, which holds seconds or a date. Null for
 * anything else.
 */
export function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - Date.now()) / 1000));
}
