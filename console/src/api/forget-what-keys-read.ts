import type { QueryClient } from '@tanstack/react-query';

/** How the keys of queries begin whose answers were read with an API key. */
const keyed = [
  ['batches'],
  ['bridge'],
  ['changes'],
  ['inbox'],
  ['operations'],
  ['policies'],
  ['requests', 'list'],
  ['requests', 'look'],
  ['roles'],
];

/** Removes all cached answers that were read with a key. Called when the session changes or loses its key. */
export function forgetWhatKeysRead(client: QueryClient): void {
  for (const queryKey of keyed) client.removeQueries({ queryKey });
}
