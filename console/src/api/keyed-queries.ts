import type { QueryClient } from '@tanstack/react-query';

/** How the keys of queries begin whose answers were read with an API key. */
const keyedQueries = [
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
export function clearKeyedQueries(client: QueryClient): void {
  for (const queryKey of keyedQueries) client.removeQueries({ queryKey });
}
