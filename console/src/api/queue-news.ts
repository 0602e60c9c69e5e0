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
 * reports decisions and proposals, and these reads only serve facts that have no event, such as usage and
 * files; otherwise these reads alone show what colleagues propose and decide.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Gives a function that reads the shown changes and batches again. A call during a read leads to one more read at
 * its end, so that a busy queue does not cut off its own reads.
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
