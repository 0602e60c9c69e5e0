import { expect, test, vi } from 'vitest';
import { listenToItself } from '../../../../src/modules/catalog/hearing.ts';

test('it is told when notifications stop arriving, and when they arrive again, once each', async () => {
  vi.useFakeTimers();
  const answers: (boolean | Error)[] = [true, false, new Error('no database'), false, true];
  const told: (string | null)[] = [];
  const hearing = listenToItself({
    store: {
      hearsItself: async () => {
        const answer = answers.shift() ?? true;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    everyMs: 1000,
    withinMs: 10,
    onChange: (problem) => told.push(problem),
  });
  try {
    expect(hearing.problem()).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(hearing.problem()).toContain('Notifications do not arrive');
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toEqual([hearing.problem()]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([hearing.problem(), told.length, told[1]]).toEqual([null, 2, null]);
  } finally {
    hearing.stop();
    vi.useRealTimers();
  }
});
