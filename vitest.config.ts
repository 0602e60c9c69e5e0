import { defineConfig, type TestUserConfig } from 'vitest/config';
import { filesOnADatabase } from './test/support/files-on-a-database.ts';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';

const options: TestUserConfig = {
  pool: 'forks',
  // Files share processes: to load the service anew for each would take longer than its tests.
  isolate: false,
  // Long enough for a machine that has five times as much to do.
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // What is to become true has as long as a loaded machine may need; it usually is at the first looks.
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

/** Tests most of which start processes or wait for time to pass, and a few of large amounts of data. */
const processes = [
  'test/client/{edition,follow,offline,readme}.test.ts',
  'test/contract/failing-database.test.ts',
  'test/{clients,proof}/**/*.test.ts',
  'test/docs/{cli,walkthrough}.test.ts',
  'test/unit/cli/!(command-line).test.ts',
  'test/unit/http/large-batches.test.ts',
  'test/unit/modules/catalog/lost-history.test.ts',
  'test/unit/modules/edition/edition.test.ts',
  'test/unit/modules/guidance/large-catalogue.test.ts',
  'test/unit/modules/requests/crowd.test.ts',
  'test/unit/scripts/api-types.test.ts',
];
/** The journey of the quick tier. */
const journey = 'test/e2e/journey.test.ts';
const browsers = ['test/e2e/**/*.test.ts'];
const quick = ['test/{client,console,contract,docs,unit}/**/*.test.ts'];
/** Puts another module in the place of one of Node's, and so needs a process of its own. */
const isolated = 'test/unit/cli/pull/many-cuts.test.ts';

/** The projects of `npm test` (`quick`, `isolated`, `journey`), and those that `npm run test:all` adds. */
const onSqlite: TestUserConfig[] = [
  { name: 'quick', include: quick, exclude: [...processes, isolated], env: { TEST_STORE: 'sqlite' } },
  { name: 'isolated', include: [isolated], isolate: true },
  { name: 'journey', include: [journey], globalSetup: ['test/support/browser-on-disk.ts'] },
  {
    name: 'browser',
    include: browsers,
    exclude: [journey],
    // Beside other work on two cores the longest take three minutes.
    testTimeout: 360_000,
    globalSetup: ['test/support/browser-on-disk.ts'],
  },
  { name: 'processes', include: processes },
];

/** With `TEST_STORE=postgres`: what makes a database, on PostgreSQL. */
const onPostgres: TestUserConfig[] = [
  {
    name: 'postgres',
    include: [
      ...filesOnADatabase(['test/{contract,unit}/**/*.test.ts']).filter(
        (path) => !/^test\/unit\/cli\/[^/]*$/.test(path),
      ),
      'test/proof/crash/every-statement-postgres.test.ts',
    ],
  },
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/postgres-on-demand.ts'],
    // Half of them wait: for a database, a browser, a service that they have started. The quick tier waits for
    // nothing: on two cores three workers (`npm test`) took 157 s, six 202.
    maxWorkers: 6,
    sequence: { sequencer: SlowFilesFirst },
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: (process.env.TEST_STORE === 'postgres' ? onPostgres : onSqlite).map((project) => ({
      test: { ...options, ...project },
    })),
  },
});
