import { expect, test } from 'vitest';
import { isNearlyFull } from '../../../../src/kernel/files/disk-space.ts';
import { createHealth } from '../../../../src/modules/operations/health.ts';

test('a part says since when it fails, and since when it works again', async () => {
  let now = 100;
  let problem: string | null | undefined = null;
  const health = createHealth(new Map([['database', () => problem]]), { now: () => now });
  const seenAt = async (time: number, found: string | null | undefined) => {
    [now, problem] = [time, found];
    await health.check();
    return health.parts()[0];
  };
  expect(await seenAt(100, null)).toEqual({ part: 'database', problem: null, since: 100 });
  expect(await seenAt(110, null)).toMatchObject({ problem: null, since: 100 });
  expect(await seenAt(120, 'refused')).toMatchObject({ problem: 'refused', since: 120 });
  expect(await seenAt(130, 'silent')).toMatchObject({ problem: 'silent', since: 120 });
  expect(await seenAt(140, undefined)).toMatchObject({ problem: 'silent', since: 120 });
  expect(await seenAt(150, null)).toMatchObject({ problem: null, since: 150 });
});

test.each([
  ['a large disk with little left', 1.9, 100, true],
  ['a large disk with 2 GiB left', 2, 100, false],
  ['a small one with a tenth left', 0.02, 0.2, false],
  ['a small one with less', 0.01, 0.2, true],
])('%s: nearly full or not', (_case, free, size, short) => {
  expect(isNearlyFull({ free: free * 1024 ** 3, size: size * 1024 ** 3 })).toBe(short);
});
