import type { QueryClient } from '@tanstack/react-query';

/**
 * The queries whose responses depend on the API key. Each is identified by the first element of its query
 * key.
 */
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
