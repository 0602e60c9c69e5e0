import { defineConfig } from 'vitest/config';

/**
 * For mutants of what is made when a module is loaded (tables, schemas), which `stryker.config.json` passes
 * over: each is tried in processes that load everything anew, so only the tests closest to it run.
 *
 * @example npm run mutation -- stryker.tables.config.json
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/records/{file-name,hash,lax,parse,problem-limits,server-metadata,setting-value}.test.ts',
      'test/unit/records/text-names/{parse,naming,families}.test.ts',
    ],
    pool: 'threads',
    maxWorkers: 1,
    isolate: true,
  },
});
