import { defineConfig, type TestUserConfig } from 'vitest/config';

const options: TestUserConfig = {
  pool: 'forks',
  // A busy machine may be too slow for a browser. What is wrong is not tried again: it would hide what fails
  // now and then.
  retry: process.env.CI ? { count: 2, condition: /timeout|timed out/i } : 0,
  // Long enough for a machine that has five times as much to do.
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // What is to become true has as long as a loaded machine may need; it usually is at the first looks.
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/** Tests that need a process of their own. */
const apart = [
  // Puts another module in the place of one of Node's.
  'test/unit/cli/pull/many-cuts.test.ts',
];

/** Tests most of which start processes, and wait for them. */
const processes = ['test/proof/**/*.test.ts', 'test/unit/cli/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/temporary-folder.ts',
      'test/support/postgres-on-demand.ts',
      'test/support/browser-on-disk.ts',
    ],
    // Half of them wait: for a database, a browser, a service that they have started. On two cores six took
    // 349 s, four 454.
    maxWorkers: 6,
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      { test: { ...options, name: 'apart', include: apart } },
      // The others share processes, and the browser of a process: to load the service anew for each file would
      // take longer than its tests.
      { test: { ...options, name: 'processes', include: processes, exclude: apart, isolate: false } },
      {
        test: {
          ...options,
          name: 'browser',
          include: ['test/{clients,e2e}/**/*.test.ts'],
          exclude: apart,
          isolate: false,
        },
      },
      // On SQLite alone (`npm run test:unit`) they start no process but git's.
      {
        test: {
          ...options,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: [...apart, ...processes],
          isolate: false,
        },
      },
      {
        test: {
          ...options,
          name: 'contract',
          include: ['test/{client,console,contract,docs}/**/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
});
