import { expect, test } from 'vitest';
import { createReadiness } from '../../../../src/modules/operations/readiness.ts';

type ReadinessOptions = Parameters<typeof createReadiness>[0];

/** What stands in the way of a replica whose copy is so old. */
function obstacleAt(lagSeconds: number | null, replicaMaxAgeSeconds: number, hasData = true) {
  const store = { ping: async () => {} } as unknown as ReadinessOptions['store'];
  const replica = { hasData: () => hasData, status: () => ({ lagSeconds }) };
  const follower = { age: () => 0 };
  const onError = () => {};
  return createReadiness({
    store,
    follower,
    replica,
    replicaMaxAgeSeconds,
    cacheTtlSeconds: 60,
    stopping: () => false,
    neverHadModels: () => false,
    onError,
  }).obstacle();
}

test.each<[string, number | null, number, string | null]>([
  ['of any age, where there is no bound', 1_000_000, 0, null],
  ['as old as it may be', 600, 600, null],
  ['older', 601.4, 600, 'The copy of the primary is 601 seconds old; REPLICA_MAX_AGE_SECONDS allows 600.'],
  ['of an age that is not known', null, 600, null],
])('a replica with a copy %s', async (_case, lag, most, expected) => {
  expect(await obstacleAt(lag, most)).toBe(expected);
});

test('a replica without a copy is not ready, whatever age it may have', async () => {
  expect(await obstacleAt(null, 600, false)).toBe('This replica has no copy of its primary yet.');
});
