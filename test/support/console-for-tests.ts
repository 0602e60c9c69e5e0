import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console before the tests of the surrounding block or file, and ends it after them. Closes the
 * pages that a test has opened, and fails after a test during which the console's pages have reported problems.
 *
 * @param prepare called with the console before the first test: keeps the console for the tests, and makes
 * their data
 * @param start starts the console; default: `startConsole`
 */
export function consoleForTests(
  prepare: (site: ConsoleUnderTest) => void | Promise<void>,
  start: () => Promise<ConsoleUnderTest> = startConsole,
): void {
  let site: ConsoleUnderTest | undefined;
  beforeAll(async () => {
    site = await start();
    await prepare(site);
  });
  afterAll(() => site?.[Symbol.asyncDispose]());
  afterEach(async () => expect(await site?.closeOpened()).toEqual([]));
}
