import { vi } from 'vitest';

/**
 * Repeats the assertions until they hold. After 20 seconds, which is enough for a loaded machine, it fails
 * with their last error.
 */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: 20_000, interval: 25 });
}
