import type { QueryClient } from '@tanstack/react-query';

/** Removes all cached answers that were read with a key. Called when the session changes or loses its key. */
export function forgetWhatKeysRead(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey }) =>
      ['changes', 'batches', 'roles', 'operations', 'inbox'].includes(String(queryKey[0])),
  });
}
