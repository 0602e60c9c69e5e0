import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of pure rooms before those that need a database: the first one that fails ends the run of a mutant.
 */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
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
      'test/unit/records/diff.test.ts',
      'test/unit/registry/{model-name,model-views}.test.ts',
      'test/unit/registry/categories/{conversion,grouped-entries,legacy-bodies,models-csv,text-entries,v2-records}.test.ts',
      'test/unit/registry/queue/*.test.ts',
      'test/unit/registry/records/*.test.ts',
      'test/unit/registry/text-names/{parse,naming,families,backends}.test.ts',
      'test/unit/services/queue/{apply,apply-retries,both-views,direct-writes,proposals,revert-views,review}.test.ts',
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
