import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console before the tests of the surrounding block or file, and ends it after them. Closes the
 * pages that a test has opened, and fails after a test during which the console's pages have reported problems.
 *
 * @param prepare called with the console before the first test: keeps the console for the tests, and makes
 * their data
 * @param start starts the console; what it adds to the stack ends after the console. Default: `startConsole`
 */
export function consoleForTests(
  prepare: (site: ConsoleUnderTest) => void | Promise<void>,
  start: (besides: AsyncDisposableStack) => Promise<ConsoleUnderTest> = () => startConsole(),
): void {
  const stack = new AsyncDisposableStack();
  let site: ConsoleUnderTest | undefined;
  beforeAll(async () => {
    site = stack.use(await start(stack));
    await prepare(site);
  });
  afterAll(() => stack.disposeAsync());
  afterEach(async () => expect(await site?.closeOpened()).toEqual([]));
}
