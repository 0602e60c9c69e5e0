import { expect, onTestFinished, test, vi } from 'vitest';
import { followChanges, listenToItself } from '../../../../src/modules/catalog/follow-changes.ts';
import { categories } from '../../../../src/records/categories/index.ts';
import type { Written } from '../../../../src/store/store.ts';
import { eventually } from '../../../support/eventually.ts';

/** A follower of a store that never does anything by itself. */
async function following({ everyMs = 1_000_000 } = {}) {
  const did: string[] = [];
  const errors: unknown[] = [];
  const time = { now: 0 };
  let tell: (written: Written | null) => void = () => {};
  const database = { works: true };
  const follower = await followChanges({
    store: {
      watch: async (listener) => {
        tell = listener;
        return async () => void did.push('unwatch');
      },
    },
    catalog: {
      look: async () => {
        if (!database.works) throw new Error('no database');
        did.push('look');
      },
      refresh: async (touched) => void did.push(`refresh ${[...touched].join(' ')}`),
    },
    groups: { refresh: async () => void did.push('groups') },
    categories,
    everyMs,
    now: () => time.now,
    onError: (error) => errors.push(error),
    onChance: () => did.push('chance'),
  });
  onTestFinished(() => follower.stop());
  const heard = async (written: Written | null) => {
    did.length = 0;
    tell(written);
    await eventually(() => expect(did.at(-1)).toBe('chance'));
    return did.splice(0);
  };
  return { follower, did, errors, time, heard, database };
}

test('a look refreshes the categories that are not as stored, and the groups', async () => {
  const { follower, did } = await following();
  await follower.look();
  expect(did).toEqual(['look', 'groups']);
});

test('a notification refreshes what it names and this version knows', async () => {
  const { heard } = await following();
  expect(await heard({ categories: ['clip', 'of a newer version'], groups: false })).toEqual([
    'refresh clip',
    'chance',
  ]);
  expect(await heard({ categories: [], groups: true })).toEqual(['refresh ', 'groups', 'chance']);
});

test('a notification that does not know makes it look', async () => {
  const { heard } = await following();
  expect(await heard(null)).toEqual(['look', 'groups', 'chance']);
});

test('it looks by itself, whether or not anything was told', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { did } = await following({ everyMs: 1_000 });
  const look = ['look', 'groups', 'chance'];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(did.splice(0)).toEqual(look);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(did).toEqual([...look, ...look, ...look]);
});

test('it knows how old what it shows may be, while looks fail', async () => {
  const { follower, time, errors, heard, database } = await following();
  await follower.look();
  time.now = 5_000;
  expect(follower.age()).toBe(5_000);
  database.works = false;
  expect(await heard(null)).toEqual(['chance']);
  await expect(follower.look()).rejects.toThrow('no database');
  expect(follower.age()).toBe(5_000);
  expect(errors.map(String)).toEqual(['Error: no database']);
  database.works = true;
  await follower.look();
  expect(follower.age()).toBe(0);
});

test('a stopped follower is told nothing more', async () => {
  const { follower, did } = await following();
  await follower.stop();
  expect(did).toEqual(['unwatch']);
});

test('notifications count as lost after two misses in a row, never at the start, and until one arrives', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: (boolean | Error)[] = [
    false,
    true,
    false,
    new Error('no database'),
    false,
    false,
    true,
    false,
  ];
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
  onTestFinished(() => hearing.stop());
  const problemAfter = async (checks: number) => {
    await vi.advanceTimersByTimeAsync(checks * 1000);
    return [hearing.problem(), answers.length];
  };
  const lost = expect.stringContaining('Notifications of the database do not arrive');
  // The machine is busy when everything starts.
  expect(await problemAfter(0)).toEqual([null, 8]);
  expect(await problemAfter(1)).toEqual([null, 7]);
  expect(await problemAfter(3)).toEqual([null, 4]);
  expect(await problemAfter(1)).toEqual([lost, 3]);
  expect(await problemAfter(1)).toEqual([lost, 2]);
  expect(await problemAfter(2)).toEqual([null, 0]);
  expect(told).toEqual([lost, null]);
});
