import fc from 'fast-check';
import { test } from 'vitest';
import { temporaryStore } from '../../support/temporary-store.ts';
import { checkTwoSides, steps } from './two-sides.ts';

test('a registry and a repository that change under each other hold what three-way merging says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      await using undo = new AsyncDisposableStack();
      const store = await temporaryStore((end) => undo.defer(end));
      await checkTwoSides(store, todo);
    }),
    { numRuns: 4 },
  );
});
