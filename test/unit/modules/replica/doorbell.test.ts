import { expect, onTestFinished, test } from 'vitest';
import { openDoorbell } from '../../../../src/modules/replica/doorbell.ts';
import type { Primary } from '../../../../src/outside/primary-client.ts';

const hour = 3_600_000;

/** A doorbell at a primary whose stream does what `listen` says. */
function doorbellAt(listen: Primary['listen']) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const doorbell = openDoorbell({ listen } as Primary, () => 0, closing.signal);
  return { doorbell, close: () => closing.abort() };
}

test('a change that the stream tells of ends a wait, also when it was told during a round', async () => {
  const { promise: open, resolve: opened } = Promise.withResolvers<() => void>();
  const { doorbell, close } = doorbellAt(async (onHeard, signal) => {
    opened(onHeard);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const ring = await open;
  doorbell.reset();
  ring();
  await doorbell.wait(hour);
  doorbell.reset();
  const waiting = doorbell.wait(hour);
  ring();
  await waiting;
  close();
  await doorbell.whenClosed;
});

test('a primary without a stream costs nothing but the wait, and is not asked for it at once again', async () => {
  let asked = 0;
  const { doorbell, close } = doorbellAt(async () => {
    asked += 1;
    throw new Error('it answered 404');
  });
  doorbell.reset();
  await doorbell.wait(1);
  expect(asked).toBe(1);
  const waiting = doorbell.wait(hour);
  close();
  await waiting;
  await doorbell.whenClosed;
});
