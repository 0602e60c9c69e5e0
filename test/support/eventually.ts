import { vi } from 'vitest';

/**
 * Waits until the assertions hold, for as long as a loaded machine may need; fails with the last of them that
 * did not.
 */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: 20_000, interval: 10 });
}
