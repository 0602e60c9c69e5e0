import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { approver, openQueue } from '../../support/queue.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

test('others have their turn in the middle of a transaction of many statements', async () => {
  const queue = await openQueue(await temporaryStore(onTestFinished));
  const ids = await queue.proposedClips(...Array.from({ length: 300 }, (_, at) => `m${at}`));
  let turns = 0;
  let done = false;
  const reviewing = queue.review.processBatch({ batch_title: 't', approved_ids: ids }, approver);
  void reviewing.finally(() => {
    done = true;
  });
  while (!done) {
    await setImmediate();
    turns += 1;
  }
  await reviewing;
  // Without pauses the whole of it is done before the second turn.
  expect(turns).toBeGreaterThan(2);
});
