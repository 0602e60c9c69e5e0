import { defineConfig } from 'vitest/config';

/** The tests that have to notice a mutant of a pure room: quick ones, without databases or files that are not in the repository. */
export default defineConfig({
  test: {
    include: [
      'test/registry/diff.test.ts',
      'test/registry/model-name.test.ts',
      'test/registry/queue/*.test.ts',
      'test/registry/records/*.test.ts',
      'test/registry/text-names/{parse,naming,families,backends}.test.ts',
    ],
    pool: 'threads',
    maxWorkers: 1,
  },
});
