import type { Deadline } from '../../src/kernel/deadline.ts';
import { OutageError } from '../../src/kernel/errors.ts';

export interface TestDeadline extends Deadline {
  /** Makes the deadline pass now. */
  over(): void;
}

/** Makes a deadline that passes when a test calls `over`, or after `ms` milliseconds. */
export function testDeadline(ms?: number): TestDeadline {
  const controller = new AbortController();
  const over = () => controller.abort(new OutageError('overloaded', 'the deadline is over'));
  if (ms !== undefined) setTimeout(over, ms).unref();
  return { signal: controller.signal, left: () => ms ?? 10_000, over };
}
