import { expect, onTestFinished, test } from 'vitest';
import { createAddressChecks, type InspectAddress } from '../../../../src/modules/files/check-addresses.ts';
import { fileStore } from '../../../../src/modules/files/store.ts';
import { type Observation, uncheckedAddress } from '../../../../src/records/files/address-state.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const began = 1_700_000_000;
const [atOnce, claimSeconds, answered] = [4, 60, 10];
const urls = Array.from({ length: 30 }, (_, at) => `https://host-${at % 3}.example/${at}`);
const there: Observation = {
  outcome: 'there',
  how: 'head',
  status: 200,
  seen: { sha256: null, size_bytes: 1, revision: null, moved_to: null },
};

test('of what a run that is killed had asked, only what nobody had answered yet is asked again', async () => {
  const store = await temporaryStore(onTestFinished);
  await store.write((tx) =>
    fileStore(tx).addMissing(
      urls.map((url) => ({ url, live: true, state: uncheckedAddress })),
      began,
    ),
  );
  let time = began;
  const checksOf = (holder: string, look: InspectAddress) =>
    createAddressChecks({
      store,
      clock: { now: () => time },
      liveFiles: { withUrl: () => [] },
      memory: { addresses: () => [] },
      look,
      holder,
      atOnce,
      claimSeconds,
      onChanges: async () => {},
      random: () => 0,
      pause: async () => {},
    });
  const run = { signal: new AbortController().signal, checkedBefore: began - 1 };

  const asked: string[] = [];
  // It hears nothing any more after so many answers, as a process that is gone.
  const killed = checksOf('killed', async ({ url }) => {
    asked.push(url);
    return asked.length > answered ? new Promise(() => {}) : there;
  });
  void killed.check(urls, run);
  await eventually(() => expect(asked).toHaveLength(answered + atOnce));

  const next: string[] = [];
  const other = checksOf('next', async ({ url }) => {
    next.push(url);
    return there;
  });
  await other.check(urls, run);
  const notBegun = urls.filter((url) => !asked.includes(url));
  // Until its time is over, what it had in hand is its own.
  expect(next.toSorted()).toEqual(notBegun.toSorted());
  time += claimSeconds;
  await other.check(urls, run);
  expect(next.slice(notBegun.length).toSorted()).toEqual(asked.slice(answered).toSorted());
});
