import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-on-demand.ts', 'test/support/browser-on-disk.ts'],
    setupFiles: process.env.NODE_V8_COVERAGE ? ['test/support/take-coverage.ts'] : [],
    pool: 'forks',
    maxWorkers: 2,
    // Browser tests share two cores with everything else of a busy machine.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
