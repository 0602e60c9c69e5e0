import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../../../../src/storage/open.ts';
import { checkBothViews, viewsStep } from '../../../proof/views/both-views.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

test('whatever a batch changed in either view shows in its diffs, and its revert brings both views back', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(viewsStep, { minLength: 3, maxLength: 8 }),
      fc.array(viewsStep, { minLength: 1, maxLength: 4 }),
      async (setting, batch) => {
        const { url, remove } = await makeDefaultDatabase();
        const store = await openStore(url);
        try {
          await checkBothViews(store, setting, batch);
          checked += 1;
        } finally {
          await store.close();
          await remove();
        }
      },
    ),
    { numRuns: 15 },
  );
  expect(checked).toBe(15);
});
