import { expect, test } from 'vitest';
import { allWhenSettled } from '../../../src/concurrency/all-when-settled.ts';

test('gives all values in their order', async () => {
  const late = Promise.withResolvers<string>();
  const all = allWhenSettled([late.promise, Promise.resolve(2)]);
  late.resolve('one');
  expect(await all).toEqual(['one', 2]);
  expect(await allWhenSettled([])).toEqual([]);
});

test('throws what was thrown first, and only when all are done', async () => {
  const [first, second, third] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  let thrown: unknown;
  const all = allWhenSettled([first!.promise, second!.promise, third!.promise]).catch((error: unknown) => {
    thrown = error;
  });
  second!.reject(new Error('the cause'));
  await Promise.resolve();
  first!.reject(new Error('what follows from it'));
  await new Promise(setImmediate);
  expect(thrown).toBeUndefined();
  third!.resolve();
  await all;
  expect(thrown).toEqual(new Error('the cause'));
});
