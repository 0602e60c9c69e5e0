import { expect, test } from 'vitest';
import { createRounds } from '../../../../src/modules/bridge/bridge.ts';
import type { BridgeRequest } from '../../../../src/modules/bridge/tables.ts';

/** An instance with a clock and a queue of its own. */
function instance({ everyMs = 300_000, holds = true } = {}) {
  let now = 0;
  let isHeld = holds;
  let tries = 0;
  let waiting: BridgeRequest[] = [];
  const synced: (string[] | 'all')[] = [];
  const ask = (repository: string) => {
    waiting.push({ id: `${waiting.length}`, repository, reason: '', requested_at: 0, taken_at: null });
  };
  let during: () => void = () => {};
  const { step } = createRounds({
    everyMs,
    now: () => now,
    lease: {
      get lease() {
        return isHeld ? {} : null;
      },
      held: async () => {
        if (!isHeld) tries += 1;
        return isHeld;
      },
    },
    requests: {
      waiting: async () => [...waiting],
      take: async (taken) => {
        waiting = waiting.filter((each) => !taken.includes(each));
      },
    },
    bridge: {
      sync: async ({ only }) => {
        synced.push(only ? [...only] : 'all');
        during();
        return [];
      },
    },
  });
  return {
    step,
    ask,
    synced,
    tries: () => tries,
    pass: (ms: number) => {
      now += ms;
    },
    hold: () => {
      isHeld = true;
    },
    whileSyncing: (what: () => void) => {
      during = what;
    },
  };
}

test('all are synced at the start, and again after the usual time', async () => {
  const { step, synced, pass } = instance();
  await step();
  await step();
  pass(299_999);
  await step();
  expect(synced).toEqual(['all']);
  pass(1);
  await step();
  expect(synced).toEqual(['all', 'all']);
});

test('what was asked for is synced at the next look; many who ask are answered by one sync', async () => {
  const { step, synced, ask } = instance();
  await step();
  for (const repository of ['text', 'text', 'text']) ask(repository);
  await step();
  await step();
  expect(synced).toEqual(['all', ['text']]);
});

test('who asks while a sync runs is answered by the next one, not by that', async () => {
  const { step, synced, ask, whileSyncing } = instance();
  whileSyncing(() => {
    if (synced.length < 2) ask('image');
  });
  await step();
  await step();
  await step();
  expect(synced).toEqual(['all', ['image']]);
});

test('an instance without the lease tries for it now and then, and at once when somebody asks', async () => {
  const { step, synced, ask, pass, tries, hold } = instance({ holds: false });
  for (let seconds = 0; seconds < 30; seconds += 1) {
    await step();
    pass(1_000);
  }
  expect(tries()).toBe(2);
  ask('text');
  await step();
  expect({ synced, tries: tries() }).toEqual({ synced: [], tries: 3 });
  hold();
  await step();
  expect(synced).toEqual([['text']]);
});
