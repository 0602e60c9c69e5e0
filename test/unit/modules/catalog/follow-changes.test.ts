import { expect, onTestFinished, test, vi } from 'vitest';
import { followChanges } from '../../../../src/modules/catalog/follow-changes.ts';
import { eventually } from '../../../support/eventually.ts';

/** A follower of a store that never does anything by itself. */
async function following({ everyMs = 1_000_000 } = {}) {
  const did: string[] = [];
  const errors: unknown[] = [];
  const time = { now: 0 };
  let tell = () => {};
  const database = { works: true };
  const follower = await followChanges({
    store: {
      watch: async (listener) => {
        tell = listener;
        return async () => void did.push('unwatch');
      },
    },
    catalog: {
      refreshOutdated: async () => {
        if (!database.works) throw new Error('no database');
        did.push('look');
      },
    },
    catalogues: { refresh: async () => {} },
    groups: { refresh: async () => void did.push('groups') },
    everyMs,
    now: () => time.now,
    onError: (error) => errors.push(error),
    onCheck: () => did.push('chance'),
  });
  onTestFinished(() => follower.stop());
  const heard = async () => {
    did.length = 0;
    tell();
    await eventually(() => expect(did.at(-1)).toBe('chance'));
    return did.splice(0);
  };
  return { follower, did, errors, time, heard, database };
}

test('a look refreshes the categories that are not as stored, and the groups', async () => {
  const { follower, did } = await following();
  await follower.check();
  expect(did).toEqual(['look', 'groups']);
});

test('a commit makes it look', async () => {
  const { heard } = await following();
  expect(await heard()).toEqual(['look', 'groups', 'chance']);
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
  await follower.check();
  time.now = 5_000;
  expect(follower.age()).toBe(5_000);
  database.works = false;
  expect(await heard()).toEqual(['chance']);
  await expect(follower.check()).rejects.toThrow('no database');
  expect(follower.age()).toBe(5_000);
  expect(errors.map(String)).toEqual(['Error: no database']);
  database.works = true;
  await follower.check();
  expect(follower.age()).toBe(0);
});

test('a stopped follower is told nothing more', async () => {
  const { follower, did } = await following();
  await follower.stop();
  expect(did).toEqual(['unwatch']);
});
