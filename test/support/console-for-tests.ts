import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console for the tests of this block or file. Checks after each test that the console's pages have
 * logged no problem.
 *
 * @param prepare stores the console for the tests, and makes the data that the first test needs
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
  afterEach(() => expect(site?.problems.splice(0)).toEqual([]));
}
