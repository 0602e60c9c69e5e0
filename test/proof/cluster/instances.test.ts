import { expect, test } from 'vitest';
import { onDatabase } from '../../support/databases.ts';
import { quantile, runInstances } from './instances.ts';

onDatabase('PostgreSQL', (_database, _makeStore, makeUrl) => {
  test('three instances under traffic, one of them killed again and again, lose nothing and end up the same', async () => {
    const result = await runInstances({
      databaseUrl: await makeUrl(),
      instances: 3,
      clients: 6,
      seconds: 10,
      killEverySeconds: 2,
    });
    expect(result.problems).toEqual([]);
    expect(result.kills).toBeGreaterThan(0);
    expect(result.applied).toBeGreaterThan(0);
  });
});

test('a quantile is one of the values', () => {
  expect([0, 0.5, 0.99, 1].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1, 3, 4, 4]);
  expect(quantile([], 0.5)).toBeNaN();
});
