import type { QueryClient } from '@tanstack/react-query';

let listening = false;

/** Sets whether the page is connected to the stream of inbox news, which `renewalInterval` depends on. */
export function setListening(isListening: boolean): void {
  listening = isListening;
}

/**
 * Returns the milliseconds between two reads of the shown changes. A minute while the page is connected to
 * the stream of inbox news: the stream reports changes of the queue, so only other data, such as usage, can
 * be outdated. Without the stream, 15 seconds.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Returns a function that reloads the shown changes and batches. Calls during a reload do not cancel it: one
 * more reload follows, however many calls there were.
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
      // The components that show the data report failed reads.
      await Promise.allSettled(
        ['changes', 'batches'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
    reading = false;
  };
}
