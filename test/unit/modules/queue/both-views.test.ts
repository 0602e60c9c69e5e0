import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../../../../src/store/open.ts';
import { checkBothViews, viewsStep } from '../../../proof/views/both-views.ts';
import { checkTurns } from '../../../proof/views/transfer-turns.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

test('whatever a batch changed in either view shows in its diffs, and its revert brings both views back; exports imported in turn lose nothing', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(viewsStep, { minLength: 3, maxLength: 8 }),
      fc.array(viewsStep, { minLength: 1, maxLength: 4 }),
      async (setting, batch) => {
        const { url, remove } = await makeDefaultDatabase();
        const other = await makeDefaultDatabase();
        const [store, empty] = [await openStore(url), await openStore(other.url)];
        try {
          await checkBothViews(store, setting, batch);
          await checkTurns(store, empty);
          checked += 1;
        } finally {
          await Promise.all([store.close(), empty.close()]);
          await Promise.all([remove(), other.remove()]);
        }
      },
    ),
    { numRuns: 15 },
  );
  expect(checked).toBe(15);
});
