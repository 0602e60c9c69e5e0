import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client';

/**
 * Whether to send a failed query again. True when the service did not answer (status 0), and when a gateway
 * in front of it answered 502 or 504, for example while the service restarts.
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
