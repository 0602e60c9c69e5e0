import { vi } from 'vitest';

/**
 * Repeats the assertions until they hold, for as long as a loaded machine may need. Fails with the last
 * error.
 */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: 20_000, interval: 10 });
}
