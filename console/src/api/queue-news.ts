import type { QueryClient } from '@tanstack/react-query';

let isConnected = false;

/** Sets whether the page is connected to the stream of inbox news, which determines `reloadIntervalMs`. */
export function setListening(isListening: boolean): void {
  isConnected = isListening;
}

/**
 * Returns the time between two reads of the shown changes, in milliseconds. It is 15 seconds, or a minute
 * while the page is connected to the stream of inbox news. The stream reports changes of the queue, so that
 * only other data, such as usage, can be outdated.
 */
export function reloadIntervalMs(): number {
  return isConnected ? 60_000 : 15_000;
}

/**
 * Returns a function that reloads the shown changes and batches. If it is called during a reload, it does not
 * cancel that reload, but starts one more after it. Several such calls start only one.
 */
export function createQueueReload(client: QueryClient): () => Promise<void> {
  let isReloading = false;
  let isReloadRequested = false;
  return async () => {
    isReloadRequested = true;
    if (isReloading) return;
    isReloading = true;
    while (isReloadRequested) {
      isReloadRequested = false;
      // The components that show the data report failed reads.
      await Promise.allSettled(
        ['changes', 'batches'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
    isReloading = false;
  };
}
