import fc from 'fast-check';
import { test } from 'vitest';
import { canCheckRepositories, notChecked } from '../../support/repository-checks.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { formats } from './formats.ts';
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
