import type { QueryClient } from '@tanstack/react-query';

/**
 * Removes all cached answers that only a key could read; called when the session changes its key or loses it.
 */
export function forgetWhatKeysRead(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey }) =>
      ['changes', 'batches', 'roles', 'operations', 'inbox'].includes(String(queryKey[0])),
  });
}
