import { vi } from 'vitest';

/**
 * Repeats the assertions until they hold. After a minute, which is enough for a loaded machine, it fails
 * with their last error.
 */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: 60_000, interval: 25 });
}
