import { expect, test } from 'vitest';
import { contradictions, History } from './history.ts';
import { runKillLoop } from './kill-loop.ts';

/** The time-out for a busy machine, in milliseconds: a test that is cut off leaves its service behind. */
const longest = 300_000;

test(
  'after kill -9 in the middle of traffic every acknowledged write is there and none is half applied',
  async () => {
    const result = await runKillLoop({ kills: 6, killsPerDatabase: 6, mostWrites: 20, random: Math.random });
    expect(result.contradictions).toEqual([]);
    expect(result.kills).toBe(6);
    expect(result.acknowledged).toBeGreaterThan(6);
  },
  longest,
);

test('the check sees what is lost, doubled, half applied, and a rejection that is gone', () => {
  const history = new History();
  const change = { operation: 'create', marker: 'm' } as const;
  history.proposed({ ...change, changeId: 1, model: 'a', jobId: 'j' });
  history.proposed({ ...change, changeId: 2, model: 'b', jobId: 'j' });
  history.proposed({ ...change, changeId: 3, model: 'c', jobId: 'k' });
  history.reached(3, 'rejected');
  const item = (change_id: number, model_name: string, status: 'applied' | 'approved' | 'pending') => ({
    ...{ change_id, model_name, status, operation: 'create' as const },
    ...{ applied_job_id: 'j', payload: { description: 'm' } },
  });
  const live = new Map([['a', 'm']]);
  const shown = {
    ...{ v2: live, v1: live, totals: { create: 1, update: 0, delete: 0 } },
    auditEvents: [{ changeId: 1, eventId: 1 }],
  };
  const queue = [item(1, 'a', 'applied'), item(2, 'b', 'approved'), item(3, 'c', 'pending')];
  expect(contradictions(history, { ...shown, queue })).toEqual([
    'lost: change 3 was rejected and is pending again',
    'half applied: job j has applied 1 of its 2 changes',
  ]);
  const nothing = { ...shown, v1: new Map(), queue: [item(1, 'a', 'applied'), item(1, 'a', 'applied')] };
  expect(contradictions(new History(), { ...nothing, totals: { create: 2, update: 0, delete: 0 } })).toEqual([
    'doubled: change 1 is listed twice',
    'half applied: a is applied but missing in v1',
  ]);
  history.reached(1, 'applied');
  expect(contradictions(history, { ...shown, queue: [item(1, 'a', 'pending')] })).toEqual(
    expect.arrayContaining([
      'lost: change 1 was applied and is pending again',
      'lost: change 2 (proposed) is gone',
    ]),
  );
});
