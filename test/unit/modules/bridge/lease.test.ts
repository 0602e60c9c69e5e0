import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldLease } from '../../../../src/kernel/concurrency/held-lease.ts';
import { bridgeLeaseMs, createBridge } from '../../../../src/modules/bridge/bridge.ts';
import { readState } from '../../../../src/modules/bridge/bridge-state.ts';
import type { Store } from '../../../../src/store/store.ts';
import { bridgeInMemory } from '../../../support/bridge-setup.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const forMs = bridgeLeaseMs;
const clip = (description: string) =>
  `{"a": {"name": "a", "type": "clip", "description": "${description}", "config": {}}}\n`;

let store: Store;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

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
    return new HeldLease({ keeper, forMs, now: () => now });
  };
  const [lease, other] = [instance('one'), instance('other')];
  let step = async () => {};
  const setup = bridgeInMemory(store, { kind: 'image' });
  const { content } = setup.repository;
  const slow: typeof content = {
    ...content,
    files: async (...args) => {
      await step();
      return content.files(...args);
    },
  };
  const repository = { ...setup.repository, content: slow };
  const bridge = createBridge({ ...setup.options, held: () => lease.held() }, [
    { ...repository, url: 'file:///r.git', github: null, open: async () => repository },
  ]);
  setup.remote.commit({ 'clip.json': clip('first') });
  await lease.held();
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
    taken.push(await other.held());
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
  atEnd.push(() => vi.useRealTimers());
  const taken: boolean[] = [];
  atEachStep(async () => {
    for (let part = 0; part < 12; part += 1) {
      pass(forMs / 4);
      await vi.advanceTimersByTimeAsync(forMs / 4);
      taken.push(await other.held());
    }
  });
  expect(await sync()).toMatchObject({ report: { applied: 1 } });
  expect(new Set(taken)).toEqual(new Set([false]));
  expect(vi.getTimerCount()).toBe(0);
  expect(forMs).toBeLessThanOrEqual(60_000);
  pass(forMs);
  expect(await other.held()).toBe(true);
});

test('one that has lost it stops, sends nothing, and leaves what is known to who goes on', async () => {
  const { setup, other, sync, pass, atEachStep } = await slowBridge();
  const [first] = [0, 1, 2].map((each) => setup.remote.commit({ 'clip.json': clip(`words ${each}`) }));
  const { commit } = await readState(store, 'image');
  let paused = 0;
  atEachStep(async () => {
    // The machine was suspended, between the first commit and the second; the last one is looked at first.
    if (paused++ === 2) pass(forMs);
    await other.held();
  });
  expect(await sync()).toEqual({ repository: 'image', error: expect.stringContaining('another instance') });
  const state = await readState(store, 'image');
  expect(state.commit).not.toBe(commit);
  expect(state.commit).toBe(first);
  expect(state.error).toBeNull();
});
