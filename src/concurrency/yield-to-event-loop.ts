import { setImmediate } from 'node:timers/promises';

/** Resolves after everything that is ready to happen (arrived requests, finished I/O) has had its turn. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
