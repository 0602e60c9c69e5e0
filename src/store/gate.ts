import { OutageError } from '../kernel/errors.ts';
import { translateError } from './driver-errors.ts';

/**
 * Lets operations through until it is closed, and lets the closer wait for those under way. Driver errors
 * come out translated.
 */
export class Gate {
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** @throws OutageError `storage_unavailable` once closed, and when the database cannot do its work. */
  async pass<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new OutageError('storage_unavailable', 'The database has been closed.');
    const running = operation();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw translateError(error);
    } finally {
      this.#running.delete(running);
    }
  }

  /** Refuses what comes from now on; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#running]);
  }
}
