import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../../../src/kernel/concurrency/time-slice.ts';

/** Counts turns of the event loop until it is disposed of. */
function countTurns(): Disposable & { readonly turns: number } {
  let turns = 0;
  let immediate = setImmediate(function next() {
    turns += 1;
    immediate = setImmediate(next);
  });
  return {
    get turns() {
      return turns;
    },
    [Symbol.dispose]: () => clearImmediate(immediate),
  };
}

test('of many that yield, one goes on in each turn of the event loop, in the order in which they came', async () => {
  using loop = countTurns();
  const order: string[] = [];
  const turns: number[] = [];
  const work = async (name: string) => {
    for (let step = 1; step <= 3; step += 1) {
      await yieldToEventLoop();
      order.push(name + step);
      turns.push(loop.turns);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(new Set(turns).size).toBe(turns.length);
});
