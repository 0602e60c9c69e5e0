import type { QueryClient } from '@tanstack/react-query';

let listening = false;

/**
 * Notes whether the page is connected to the stream of inbox news, which also reports changes of the queue.
 * `renewalInterval` depends on it.
 */
export function setListening(isListening: boolean): void {
  listening = isListening;
}

/**
 * Gives the milliseconds after which the shown changes are read again. With the stream of inbox news, a
 * minute: the stream reports proposals and decisions, so these reads only renew other facts, such as usage
 * and files. Without it, 15 seconds: only these reads show what colleagues propose and decide.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Gives a function that reads the shown changes and batches again. Calls during a read do not cancel it; they
 * cause one more read after it.
 */
export function queueRenewal(client: QueryClient): () => Promise<void> {
  let reading = false;
  let again = false;
  return async () => {
    again = true;
    if (reading) return;
    reading = true;
    while (again) {
      again = false;
      // What cannot be read says so where it is shown.
      await Promise.allSettled(
        ['changes', 'batches'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
    reading = false;
  };
}
