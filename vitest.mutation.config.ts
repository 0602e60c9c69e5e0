import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In `test/unit/`: those that need a database. */
const overDatabase = [
  'http/activity',
  'http/conversation',
  'http/diffs',
  'http/dry-run',
  'http/history',
  'http/pending-queue-audit',
  'http/purge',
  'http/refused-values',
  'http/rename',
  'http/revert',
  'http/taking-back',
  'http/v1-put-back',
  'http/v1-unknown-hashes',
  'http/v1-writes',
  'http/v2-writes',
  'http/waiting-bounds',
  'http/web-client-downloads',
  'modules/history/forged-trail',
  'modules/history/revert-views',
  'modules/history/verify',
  'modules/lifecycle/end-betas',
  'modules/queue/apply',
  'modules/queue/apply-retries',
  'modules/queue/batch-split',
  'modules/queue/both-views',
  'modules/queue/category-switched-off',
  'modules/queue/live-record',
  'modules/queue/proposals',
  'modules/queue/proposed-views',
  'modules/queue/review',
  'modules/requests/http',
];

/** Pure tests before those that need a database: the first one that fails ends the run of a mutant. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const key = ({ moduleId }: TestSpecification) =>
      `${overDatabase.some((name) => moduleId.endsWith(`/${name}.test.ts`)) ? 1 : 0} ${moduleId}`;
    return files.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
}

/**
 * The tests that have to notice a mutant: quick ones, in one process, without PostgreSQL or files that are
 * not in the repository.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    include: [
      'test/unit/records/{diff,file-name,hash,lax,model-name,model-views,parse,problem-limits,server-metadata,setting-value}.test.ts',
      'test/unit/records/categories/{conversion,grouped-entries,legacy-bodies,models-csv,text-entries,v2-records}.test.ts',
      'test/unit/records/text-names/{parse,naming,families,backends,groups,legacy-group-summary}.test.ts',
      'test/unit/modules/history/net-changes.test.ts',
      'test/unit/modules/queue/proposal-diff.test.ts',
      ...overDatabase.map((name) => `test/unit/${name}.test.ts`),
    ],
    env: { TEST_STORE: 'sqlite' },
    // A test that is slow because others want the processor has not noticed anything.
    testTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: QuickFirst },
  },
});
