import { expect, test, vi } from 'vitest';
import { HeldLease } from '../../../../src/kernel/concurrency/held-lease.ts';
import { bridgeLeaseMs, createBridge, createSyncSchedule } from '../../../../src/modules/bridge/bridge.ts';
import { readState } from '../../../../src/modules/bridge/bridge-state.ts';
import { bridgeBranch } from '../../../../src/modules/bridge/bridged-repository.ts';
import type { BridgeRequest } from '../../../../src/modules/bridge/tables.ts';
import { bridgeFixture } from '../../../support/bridge-fixture.ts';

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
  const { step } = createSyncSchedule({
    everyMs,
    now: () => now,
    lease: {
      get lease() {
        return isHeld ? {} : null;
      },
      ensureHeld: async () => {
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

const forMs = bridgeLeaseMs;
const clip = (description: string) =>
  `{"a": {"name": "a", "type": "clip", "description": "${description}", "config": {}}}\n`;

const given = bridgeFixture();

/** A bridge that reads a commit's files slowly, and who else would sync, by one clock. */
async function slowBridge() {
  let now = 0;
  let kept: { holder: string; until: number } | null = null;
  const instance = (holder: string) => {
    const take = async (ms: number) => {
      if (kept !== null && kept.holder !== holder && now < kept.until) return null;
      kept = { holder, until: now + ms };
      return kept;
    };
    const release = async () => {
      kept = null;
    };
    const keeper = { acquire: take, renew: (_lease: unknown, ms: number) => take(ms), release };
    return new HeldLease({ keeper, durationMs: forMs, now: () => now });
  };
  const [lease, other] = [instance('one'), instance('other')];
  let step = async () => {};
  const setup = given.inMemory({ kind: 'image' });
  const { content } = setup.repository;
  const slow: typeof content = {
    ...content,
    files: async (...args) => {
      await step();
      return content.files(...args);
    },
  };
  const repository = { ...setup.repository, content: slow };
  const bridge = createBridge({ ...setup.options, renewLease: () => lease.ensureHeld() }, [
    { ...repository, url: 'file:///r.git', github: null, open: async () => repository },
  ]);
  setup.remote.commit({ 'clip.json': clip('first') });
  await lease.ensureHeld();
  await bridge.sync({ dryRun: false });
  return {
    ...{ setup, lease, other, sync: async () => (await bridge.sync({ dryRun: false }))[0] },
    pass: (ms: number) => {
      now += ms;
    },
    atEachStep: (what: typeof step) => {
      step = what;
    },
    now: () => now,
  };
}

test('a sync that takes longer than the lease keeps it to its end', async () => {
  const { setup, lease, other, sync, pass, atEachStep, now } = await slowBridge();
  for (let each = 0; each < 6; each += 1) setup.remote.commit({ 'clip.json': clip(`words ${each}`) });
  const taken: boolean[] = [];
  atEachStep(async () => {
    pass(forMs * 0.4);
    taken.push(await other.ensureHeld());
  });
  expect(await sync()).toMatchObject({ report: { applied: 6 } });
  expect(now()).toBeGreaterThan(2 * forMs);
  expect(new Set(taken)).toEqual(new Set([false]));
  expect(lease.lease).not.toBeNull();
});

test('a single step that takes longer than the lease keeps it as well, and nobody keeps it for a dead one', async () => {
  const { setup, other, sync, pass, atEachStep } = await slowBridge();
  setup.remote.commit({ 'clip.json': clip('words') });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  given.atEnd(() => vi.useRealTimers());
  const taken: boolean[] = [];
  atEachStep(async () => {
    for (let part = 0; part < 12; part += 1) {
      pass(forMs / 4);
      await vi.advanceTimersByTimeAsync(forMs / 4);
      taken.push(await other.ensureHeld());
    }
  });
  expect(await sync()).toMatchObject({ report: { applied: 1 } });
  expect(new Set(taken)).toEqual(new Set([false]));
  expect(vi.getTimerCount()).toBe(0);
  expect(forMs).toBeLessThanOrEqual(60_000);
  pass(forMs);
  expect(await other.ensureHeld()).toBe(true);
});

test('one that has lost it stops, sends nothing, and leaves what is known to who goes on', async () => {
  const { setup, other, sync, pass, atEachStep } = await slowBridge();
  const [first] = [0, 1, 2].map((each) => setup.remote.commit({ 'clip.json': clip(`words ${each}`) }));
  const { commit } = await readState(given.store, 'image');
  let paused = 0;
  atEachStep(async () => {
    // The machine was suspended, between the first commit and the second; the last one is looked at first.
    if (paused++ === 2) pass(forMs);
    await other.ensureHeld();
  });
  expect(await sync()).toEqual({ repository: 'image', error: expect.stringContaining('another instance') });
  const state = await readState(given.store, 'image');
  expect(state.commit).not.toBe(commit);
  expect(state.commit).toBe(first);
  expect(state.error).toBeNull();
});

test.each(['pull_request', 'push'] as const)(
  'a sync during which somebody pushes begins anew, and not for ever (%s)',
  async (out) => {
    const setup = given.inMemory({ kind: 'image', out });
    const { remote, repository } = setup;
    const { content } = repository;
    let pushes = 1;
    const racing: typeof content = {
      ...content,
      make: async (commit) => {
        if (pushes-- > 0) remote.commit({ 'esrgan.json': '{}' });
        return content.make(commit);
      },
    };
    const open = async () => ({ ...repository, content: racing });
    const bridge = createBridge({ ...setup.options, renewLease: async () => true }, [
      { ...repository, url: 'file:///r.git', github: null, open },
    ]);
    remote.commit({ 'clip.json': clip('first') });
    await setup.sync();
    const edit = (description: string) => given.edit(setup, 'clip', 'a', { description });
    await edit('ours');
    const [outcome] = await bridge.sync({ dryRun: false });
    expect(outcome).toMatchObject({ report: { sent: { pushed: true } } });
    const branch = out === 'push' ? 'main' : bridgeBranch;
    expect(remote.look(branch).parents).toEqual([outcome?.report?.commit]);
    expect(remote.file('esrgan.json', branch)).toBe('{}');
    expect(remote.file('clip.json', branch)).toContain('ours');

    await setup.sync();
    pushes = Number.POSITIVE_INFINITY;
    await edit('ours again');
    expect(await bridge.sync({ dryRun: false })).toMatchObject([
      { error: expect.stringContaining('somebody else pushed to main') },
    ]);
  },
);
