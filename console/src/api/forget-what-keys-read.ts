import type { QueryClient } from '@tanstack/react-query';

/** Nothing that only a key could read stays behind when another one, or none, takes its place. */
export function forgetWhatKeysRead(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey }) =>
      ['changes', 'batches', 'roles', 'operations', 'inbox'].includes(String(queryKey[0])),
  });
}
