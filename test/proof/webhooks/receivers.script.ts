/**
 * Five webhook receivers, three of which hang, drip or answer 500: `npm run proof -- receivers 60`, in
 * seconds. Ends with 1 when a healthy one missed an event, got one out of order, or later than a second
 * after it was accepted.
 */
import { runReceivers } from './receivers.ts';

const seconds = Number(process.argv[2]);
const everyMs = 100;
const { events, receivers } = await runReceivers({
  proposals: (seconds * 1000) / everyMs,
  everyMs,
  patienceMs: 20_000,
});
let wrong = 0;
for (const { habit, ids, slowestMs } of receivers) {
  console.log(`${habit}: ${ids.length} calls, the slowest event after ${Math.round(slowestMs)} ms`);
  if (habit !== 'answers' && habit !== 'answers too') continue;
  const inOrder = ids.every((id, index) => id === index + 1) && ids.length === events;
  if (!inOrder || slowestMs > 1000) wrong += 1;
}
console.log(`${events} events, ${wrong} healthy receivers did not get all of them in order within a second`);
process.exitCode = wrong > 0 ? 1 : 0;
