import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client';

/** Retried automatically: no answer, and what a gateway answers while the service restarts. */
function worthRetrying(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/**
 * Pages show an answer at once, not from the next timer on: a dialog that waits for a renewed list would close
 * before the list has it, and the next key would act on what was decided just now.
 */
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
