import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console before the tests of the surrounding block or file, and ends it after them. After each
 * test, fails if the console's pages have reported problems meanwhile.
 *
 * @param prepare receives the console before the first test: keeps it for the tests, and makes the data they
 * need
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
