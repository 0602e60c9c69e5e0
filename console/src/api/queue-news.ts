import type { QueryClient } from '@tanstack/react-query';

let listening = false;

/**
 * Notes whether the stream of the inbox is connected. Over this stream the service reports changes of the
 * queue.
 */
export function setListening(isListening: boolean): void {
  listening = isListening;
}

/**
 * Gives the milliseconds between reads of the shown changes. While the stream of the inbox is connected, it
 * reports proposals and decisions; the reads then only renew facts without an event, such as usage and files.
 * While it is not connected, only the reads show what colleagues propose and decide.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Gives a function that reads the shown changes and batches again. A call during a read starts one more read
 * after it, so that calls from a busy queue do not cancel the read.
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
