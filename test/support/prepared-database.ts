import { beforeAll } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { type Contents, makeDefaultDatabase } from './make-database.ts';

/**
 * Fills a database once, before the tests of a file or suite. Returns a function that returns the contents of
 * databases for tests: copies of the filled one.
 */
export function preparedDatabase(
  fill: (app: TestApp) => Promise<unknown>,
  options: TestAppOptions = {},
): () => Contents {
  let url = '';
  beforeAll(async () => {
    const made = await makeDefaultDatabase();
    url = made.url;
    const app = await startTestApp({ ...options, settings: { ...options.settings, databaseUrl: url } });
    await fill(app);
    await app[Symbol.asyncDispose]();
    return made.remove;
  });
  return () => ({ copyOf: url });
}
