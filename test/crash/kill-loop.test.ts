import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contradictions, History } from './history.ts';
import { startKillLoop } from './kill-loop.ts';

test('after kill -9 in the middle of traffic every acknowledged write is there and none is half applied', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-crash-'));
  try {
    const result = await startKillLoop({ directory, kills: 10, longestRunMs: 300, random: Math.random });
    expect(result.contradictions).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(10);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

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
