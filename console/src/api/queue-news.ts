import type { QueryClient } from '@tanstack/react-query';

let listening = false;

/** Notes whether the stream of the inbox is connected, over which the service tells of changes of the queue. */
export function setListening(isListening: boolean): void {
  listening = isListening;
}

/**
 * Milliseconds between reads of what is shown of the queue. While the service tells of changes, reads are for what
 * has no event, such as use and files; else they are how colleagues' proposals and decisions come to show.
 */
export function renewalInterval(): number {
  return listening ? 60_000 : 15_000;
}

/**
 * Reads what is shown of the queue again: once more at the end when it is asked for meanwhile, so that a busy queue
 * does not cut off its own reads.
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
