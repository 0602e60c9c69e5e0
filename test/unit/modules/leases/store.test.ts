import { expect, onTestFinished, test } from 'vitest';
import { createInstanceLease } from '../../../../src/modules/leases/store.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

async function instances() {
  const store = await temporaryStore(onTestFinished);
  let now = 1_000_000;
  let writes = 0;
  const counting: typeof store.writeBeside = (work) => {
    writes += 1;
    return store.writeBeside(work);
  };
  const instance = (holder: string, durationMs = 60_000) =>
    createInstanceLease({
      store: { writeBeside: counting },
      name: 'work',
      holder,
      durationMs,
      now: () => now,
    });
  return { instance, pass: (ms: number) => (now += ms), writes: () => writes };
}

test('one of two instances does the work, until it stops', async () => {
  const { instance } = await instances();
  const [a, b] = [instance('a'), instance('b')];
  expect([await a.ensureHeld(), await b.ensureHeld(), await a.ensureHeld()]).toEqual([true, false, true]);
  await a.release();
  expect([await b.ensureHeld(), await a.ensureHeld()]).toEqual([true, false]);
  expect(b.lease).toMatchObject({ holder: 'b', token: 2 });
});

test('it is renewed when half of its time is over, and not asked for before', async () => {
  const { instance, pass, writes } = await instances();
  const lease = instance('a');
  await lease.ensureHeld();
  pass(29_000);
  await lease.ensureHeld();
  expect(writes()).toBe(1);
  pass(2_000);
  expect(await lease.ensureHeld()).toBe(true);
  expect(writes()).toBe(2);
});

test('an instance that slept does not take itself for the holder any more', async () => {
  const { instance, pass } = await instances();
  const a = instance('a');
  await a.ensureHeld();
  pass(60_000);
  expect(a.lease).toBeNull();
  expect(await a.ensureHeld()).toBe(true);
  expect(a.lease).not.toBeNull();
});
