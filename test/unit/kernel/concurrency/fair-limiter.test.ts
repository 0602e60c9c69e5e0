import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  FairLimiter,
  type FairLimiterOptions,
  LimiterFull,
} from '../../../../src/kernel/concurrency/fair-limiter.ts';
import { eventually } from '../../../support/eventually.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Creates a limiter whose tasks run until the test ends them, and records the order in which they begin. */
function limiter(options: Partial<FairLimiterOptions> = {}) {
  const fair = new FairLimiter({
    atOnce: 100,
    waiting: 3,
    longestWaitMs: 60_000,
    now: () => performance.now(),
    ...options,
  });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, origin = name) =>
    fair
      .run(origin, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: unknown) => void refused.push(`${name} ${(error as LimiterFull).retryAfterSeconds}`));
  return { fair, begun, refused, enter, end: (name: string) => ends.get(name)?.() };
}

test('so much work is under way at once; what ends makes a place', async () => {
  const { begun, enter, end } = limiter({ atOnce: 2 });
  for (const name of ['a', 'b', 'c', 'd']) void enter(name);
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await eventually(() => expect(begun).toEqual(['a', 'b', 'c']));
});

test('work that fails gives its place back, and its error goes to the caller', async () => {
  const { fair, begun, enter } = limiter({ atOnce: 1 });
  await expect(fair.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  void enter('b');
  expect(begun).toEqual(['b']);
});

test('so much begins in a second: at once what a second gives, then at the rate', async () => {
  const { begun, enter } = limiter({ perSecond: 2, waiting: 10 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(499);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2);
  expect(begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(5);
});

describe('when all places are taken and the queue is full', () => {
  const cases: [string, { waiting: string[]; comes: string; refused: string; order: string }][] = [
    ['the latest is refused', { waiting: ['a1', 'b1', 'c1'], comes: 'd1', refused: 'd1', order: 'a1 b1 c1' }],
    ['of one origin too', { waiting: ['a1', 'a2', 'a3'], comes: 'a4', refused: 'a4', order: 'a1 a2 a3' }],
    [
      'the one with the most makes room for another',
      { waiting: ['a1', 'a2', 'a3'], comes: 'b1', refused: 'a3', order: 'a1 b1 a2' },
    ],
    [
      'but not for one who would then have as many',
      { waiting: ['a1', 'a2', 'b1'], comes: 'b2', refused: 'b2', order: 'a1 b1 a2' },
    ],
  ];
  test.each(cases)('%s', async (_case, { waiting, comes, refused, order }) => {
    const { begun, enter, end, refused: told } = limiter({ atOnce: 1 });
    void enter('first');
    for (const name of [...waiting, comes]) void enter(name, name[0]);
    await eventually(() => expect(told).toEqual([`${refused} 1`]));
    end('first');
    for (const [index, name] of order.split(' ').entries()) {
      await eventually(() => expect(begun[index + 1]).toBe(name));
      end(name);
    }
    expect(begun).toHaveLength(4);
  });
});

test('the refusal says when there is a place again, as the rate has it', async () => {
  const { enter, refused } = limiter({ perSecond: 0.5, waiting: 2 });
  for (const name of ['a', 'b', 'c', 'd']) void enter(name);
  await eventually(() => expect(refused).toEqual(['d 6']));
});

test('who has waited long enough is refused, and leaves no gap', async () => {
  const { begun, enter, end, refused } = limiter({ atOnce: 1, longestWaitMs: 5_000 });
  void enter('a');
  void enter('b');
  await vi.advanceTimersByTimeAsync(4_000);
  void enter('c');
  await vi.advanceTimersByTimeAsync(1_001);
  expect(refused).toEqual(['b 1']);
  end('a');
  await eventually(() => expect(begun).toEqual(['a', 'c']));
});

test('all that waits can be refused together; what is under way is not', async () => {
  const { fair, begun, enter, refused } = limiter({ atOnce: 1 });
  for (const name of ['a', 'b', 'c']) void enter(name);
  fair.refuseWaiting(new LimiterFull(7));
  await eventually(() => expect(refused).toEqual(['b 7', 'c 7']));
  expect([begun, fair.waiting]).toEqual([['a'], 0]);
});
