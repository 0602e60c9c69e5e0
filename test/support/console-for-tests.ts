import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ConsoleUnderTest, startConsole } from './console.ts';

/**
 * Starts a console for the tests of this block or file. After each test its pages must have logged no
 * problem.
 *
 * @param prepare stores the console for the tests, and makes what has to be there before the first one
 */
export function consoleForTests(prepare: (site: ConsoleUnderTest) => void | Promise<void>): void {
  let site: ConsoleUnderTest | undefined;
  beforeAll(async () => {
    site = await startConsole();
    await prepare(site);
  });
  afterAll(() => site?.[Symbol.asyncDispose]());
  afterEach(() => expect(site?.problems.splice(0)).toEqual([]));
}
