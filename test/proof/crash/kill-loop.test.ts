import { expect, test } from 'vitest';
import { contradictions, History } from './history.ts';
import { runKillLoop } from './kill-loop.ts';

/** The time-out for a busy machine, in milliseconds: a test that is cut off leaves its service behind. */
const longest = 300_000;

test(
  'after kill -9 in the middle of traffic every acknowledged write is there and none is half applied',
  async () => {
    const result = await runKillLoop({
      kills: 6,
      killsPerDatabase: 6,
      mostWrites: 20,
      random: Math.random,
    });
    expect(result.contradictions).toEqual([]);
    expect(result.kills).toBe(6);
    expect(result.acknowledged).toBeGreaterThan(6);
  },
  longest,
);

test('the check sees a lost write, a half applied one and a doubled one', () => {
  const history = new History();
  const change = { model: 'a', operation: 'create', marker: 'm', jobId: 'j' } as const;
  history.proposed({ ...change, changeId: 1 });
  history.reached(1, 'applied');
  history.proposed({ ...change, changeId: 2 });
  const item = (status: 'applied' | 'pending') =>
    ({
      change_id: 1,
      model_name: 'a',
      operation: 'create',
      status,
      applied_job_id: 'j',
      payload: { description: 'm' },
    }) as const;
  const nothing = {
    v2: new Map(),
    v1: new Map(),
    totals: { create: 0, update: 0, delete: 0 },
    auditEvents: [],
  };
  expect(contradictions(history, { ...nothing, queue: [item('pending')] })).toEqual([
    'lost: change 1 was applied and is pending again',
    'lost: change 2 (proposed) is gone',
  ]);
  expect(
    contradictions(new History(), {
      ...nothing,
      queue: [item('applied'), item('applied')],
      v2: new Map([['a', 'm']]),
      totals: { create: 2, update: 0, delete: 0 },
      auditEvents: [{ changeId: 1, eventId: 1 }],
    }),
  ).toEqual(['doubled: change 1 is listed twice', 'half applied: a is applied but missing in v1']);
});

test('the check sees a call that was applied in part, and a rejection that is gone', () => {
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
  expect(
    contradictions(history, {
      queue: [item(1, 'a', 'applied'), item(2, 'b', 'approved'), item(3, 'c', 'pending')],
      v2: live,
      v1: live,
      totals: { create: 1, update: 0, delete: 0 },
      auditEvents: [{ changeId: 1, eventId: 1 }],
    }),
  ).toEqual([
    'lost: change 3 was rejected and is pending again',
    'half applied: job j has applied 1 of its 2 changes',
  ]);
});
