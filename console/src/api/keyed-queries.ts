import type { QueryClient } from '@tanstack/react-query';

/** The first elements of the keys of queries whose responses depend on the API key. */
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

/**
 * Removes all cached responses that depend on the API key. Called when the session changes or loses its key.
 */
export function clearKeyedQueries(client: QueryClient): void {
  for (const queryKey of keyedQueries) client.removeQueries({ queryKey });
}
