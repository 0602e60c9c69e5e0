import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GitRemote } from '../../support/bridge-setup.ts';
import { canCheckRepositories, notChecked, repositoryChecks } from '../../support/repository-checks.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { formats } from './formats.ts';
import { bundleOf } from './history.ts';
import { interleaveHistory } from './interleaved.ts';
import { checkTwoSides, steps } from './two-sides.ts';

test.for(Object.entries(formats))(
  'a registry and a repository that change under each other hold what three-way merging says: $0',
  async ([, format], { skip }) => {
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        await using undo = new AsyncDisposableStack();
        const store = await temporaryStore((end) => undo.defer(end));
        await checkTwoSides(store, format, todo);
      }),
      { numRuns: 1 },
    );
    skip(!canCheckRepositories, notChecked);
  },
);

describeWithSharedData('the newest commits of a public repository', (folder) => {
  test.skipIf(!existsSync(bundleOf(folder, 'text')))(
    'come out of the registry with the same bytes, but for the lines of models that are changed here between them',
    async ({ skip }) => {
      await using undo = new AsyncDisposableStack();
      const store = await temporaryStore((end) => undo.defer(end));
      const remote = new GitRemote();
      undo.defer(() => remote.remove());
      const bundle = bundleOf(folder, 'text');
      const found = await interleaveHistory(store, remote, bundle, 'text', { newest: 1, seed: 1 });
      expect(found).toMatchObject({ commits: 2 });
      expect(found.untouched).toBeGreaterThan(1000);
      expect(found.ranges).toHaveLength(1);
      skip(!canCheckRepositories, notChecked);
      expect(repositoryChecks(remote, 'text', found.ranges)).toEqual([]);
    },
  );
});
