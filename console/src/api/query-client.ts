import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client';

/**
 * Returns whether to retry a failed query. True if the service did not respond (status 0), or if a gateway in
 * front of it responded with 502 or 504, for example during a restart of the service.
 */
function shouldRetry(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && shouldRetry(error),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
