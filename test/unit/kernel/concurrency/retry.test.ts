import { expect, test } from 'vitest';
import { retry } from '../../../../src/kernel/concurrency/back-off.ts';

function failing(times: number) {
  let made = 0;
  return async () => {
    made += 1;
    if (made <= times) throw new Error(`attempt ${made}`);
    return made;
  };
}

test('the first success ends it, and each failure before is waited for', async () => {
  const waits: number[] = [];
  const wait = async (failures: number) => waits.push(failures);
  expect(await retry(failing(2), { attempts: 3, mayRecover: () => true, wait })).toBe(3);
  expect(waits).toEqual([1, 2]);
});

test('the error of the last attempt is thrown', async () => {
  const options = { attempts: 3, mayRecover: () => true, wait: async () => {} };
  await expect(retry(failing(9), options)).rejects.toThrow('attempt 3');
});

test('an error that cannot recover is thrown at once', async () => {
  const options = { attempts: 3, mayRecover: () => false, wait: async () => {} };
  await expect(retry(failing(9), options)).rejects.toThrow('attempt 1');
});
