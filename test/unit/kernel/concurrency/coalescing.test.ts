import { expect, test } from 'vitest';
import { SharedRuns, SingleFlight } from '../../../../src/kernel/concurrency/shared-runs.ts';

test('shared runs: whoever comes during a run gets the next one, with all others who do', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const shared = new SharedRuns(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const first = shared.run();
  const late = [shared.run(), shared.run()];
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('the first run'));
  await expect(first).rejects.toThrow('the first run');
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(late);
  void shared.run();
  expect(runs).toHaveLength(3);
});

test('single flight: calls with one key share the run under way, and the next call begins another', async () => {
  const flight = new SingleFlight<string>();
  const runs: PromiseWithResolvers<string>[] = [];
  const work = () => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  };
  const answers = [flight.run('a', work), flight.run('a', work), flight.run('b', work)];
  expect(runs).toHaveLength(2);
  runs[0]?.resolve('first');
  runs[1]?.resolve('other');
  expect(await Promise.all(answers)).toEqual(['first', 'first', 'other']);
  void flight.run('a', work);
  expect(runs).toHaveLength(3);
});
