import { setTimeout as wait } from 'node:timers/promises';
import { BackOff } from '../../kernel/concurrency/back-off.ts';
import type { Primary } from '../../outside/primary-client.ts';

/** Pauses before the primary's stream is reopened, in milliseconds. They grow from `first` to `longest`. */
const reconnectDelaysMs = { first: 1_000, longest: 60_000 };

/**
 * Listens to the primary's stream of events, and reopens it whenever it ends. The stream only signals that
 * something has changed. Without it, the replica finds changes a few seconds later.
 *
 * @param random returns a random number in [0, 1)
 */
export function openDoorbell(primary: Primary, random: () => number, signal: AbortSignal) {
  let nextSignal = Promise.withResolvers<void>();
  const backOff = new BackOff(reconnectDelaysMs, random);
  const listenForEvents = async (): Promise<void> => {
    while (!signal.aborted) {
      const onEvent = () => {
        backOff.recordSuccess();
        nextSignal.resolve();
      };
      await primary.listen(onEvent, signal).catch(() => {});
      await wait(backOff.recordFailure(), undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const listenPromise = listenForEvents();
  return {
    /** Discards earlier signals. */
    reset: (): void => {
      nextSignal = Promise.withResolvers();
    },
    /**
     * Resolves at the first signal since `reset`, after `ms` milliseconds, or when `signal` aborts.
     */
    wait: async (ms: number): Promise<void> => {
      const waitAbort = new AbortController();
      void nextSignal.promise.then(() => waitAbort.abort());
      const anySignal = AbortSignal.any([signal, waitAbort.signal]);
      await wait(ms, undefined, { signal: anySignal, ref: false }).catch(() => {});
    },
    /** Resolves when the stream is closed, after the signal has aborted. */
    whenClosed: listenPromise,
  };
}
