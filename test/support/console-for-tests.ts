import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console for the tests of this block or file. After each test its pages must have logged no
 * problem.
 *
 * @param prepare stores the console for the tests, and makes what has to be there before the first one
 * @param start starts another console than the usual one
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
