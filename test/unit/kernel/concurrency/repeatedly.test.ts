import { expect, test } from 'vitest';
import { startRepeatedTask } from '../../../../src/kernel/concurrency/repeatedly.ts';
import { eventually } from '../../../support/eventually.ts';

test('a run that fails is told, and does not end the repetition', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const task = startRepeatedTask(1, {
    work: async () => {
      runs += 1;
      if (runs === 1) throw new Error('the first one');
      return runs === 2;
    },
    onError: (error) => errors.push(error),
  });
  await eventually(() => expect(runs).toBeGreaterThan(3));
  await task.stop();
  expect(errors).toEqual([new Error('the first one')]);
});
