import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts';

keepTemporaryFilesInMemory();

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/temporary-folder.ts',
      'test/support/postgres-on-demand.ts',
      'test/support/browser-on-disk.ts',
    ],
    setupFiles: process.env.NODE_V8_COVERAGE ? ['test/support/take-coverage.ts'] : [],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine may be too slow for a browser. What is wrong is not tried again: it would hide what fails now and then.
    retry: process.env.CI ? { count: 2, condition: /timeout|timed out/i } : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
