import { expect, test } from 'vitest';
import { runReceivers } from './receivers.ts';

test('two healthy receivers get all events in order while three others hang, drip or answer 500', async () => {
  const { events, receivers } = await runReceivers({ proposals: 40, everyMs: 0, patienceMs: 30_000 });
  const all = Array.from({ length: events }, (_, index) => index + 1);
  const healthy = receivers.filter(({ habit }) => habit === 'answers' || habit === 'answers too');
  expect(healthy.map(({ ids }) => ids)).toEqual([all, all]);
});
