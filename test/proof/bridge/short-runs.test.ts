import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canCheckRepositories } from '../../support/repository-checks.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { formats } from './formats.ts';
import { bundleOf, replayHistory } from './history.ts';
import { checkTwoSides, steps } from './two-sides.ts';

test.each(Object.entries(formats))(
  'a registry and a repository that change under each other hold what three-way merging says: %s',
  async (_, format) => {
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        await using undo = new AsyncDisposableStack();
        const store = await temporaryStore((end) => undo.defer(end));
        await checkTwoSides(store, format, todo);
      }),
      { numRuns: 1 },
    );
  },
);

describeWithSharedData('the newest commits of a public repository', (folder) => {
  test.skipIf(!existsSync(bundleOf(folder, 'text')))(
    'come out of the registry with the same bytes',
    async () => {
      await using undo = new AsyncDisposableStack();
      const store = await temporaryStore((end) => undo.defer(end));
      const replayed = await replayHistory(store, bundleOf(folder, 'text'), 'text', 1, {
        changeEvery: canCheckRepositories ? 2 : 3,
      });
      expect(replayed).toMatchObject({ commits: 2, ours: canCheckRepositories ? 1 : 0 });
      expect(replayed.models).toBeGreaterThan(300);
    },
  );
});
