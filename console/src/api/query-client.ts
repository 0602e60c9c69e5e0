import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client';

/** Whether a query is worth repeating: nobody answered, or a gateway did while the service restarts. */
function worthRetrying(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

// Answers show at once rather than from the next timer on. Otherwise a dialog that waits for a renewed list
// would close before the list is there, and the next key would act on a change that was just decided.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && worthRetrying(error),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
