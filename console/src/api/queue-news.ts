import type { QueryClient } from '@tanstack/react-query';

let listening = false;

/** Sets whether the page is connected to the stream of inbox news, for `renewalInterval`. */
export function setListening(isListening: boolean): void {
  listening = isListening;
}

/**
 * Returns the number of milliseconds between two reads of the shown changes. It is a minute while the page is
 * connected to the stream of inbox news: the stream tells when the queue has changed, so only other facts,
 * such as usage, can be out of date. Without the stream, it is 15 seconds.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Returns a function that reads the shown changes and batches again. A call during a read does not cancel the
 * read: when it has ended, one more read follows, also after several such calls.
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
      // Failed reads are reported where their data is shown.
      await Promise.allSettled(
        ['changes', 'batches'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
    reading = false;
  };
}
