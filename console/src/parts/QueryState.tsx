import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#client';
import { askForKey } from '../api/session.ts';
import { Icon } from './Icon.tsx';

const longestWaitMs = 2_000;

interface Query<T> {
  data: T | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching?: boolean;
  refetch: () => unknown;
}

/**
 * Shows the data of a query, or a note if the data is empty. Without data, shows the query's error with
 * advice, or a placeholder while the query loads.
 */
export function QueryState<T>(props: {
  query: Query<T>;
  children: (data: T) => ReactNode;
  /** Shown instead of the data if `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  loading?: ReactNode;
  /**
   * Whether other parts of the page still load, which would move the content. While true, the placeholder
   * stays for at most two seconds, even if the query has data. Content that is already visible stays visible.
   */
  isWaiting?: boolean;
}) {
  const { query, children, empty, isEmpty, loading, isWaiting = false } = props;
  const [hasWaited, setWaited] = useState(!isWaiting);
  if (!isWaiting && !hasWaited) setWaited(true);
  useEffect(() => {
    if (hasWaited) return;
    const timer = setTimeout(() => setWaited(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, [hasWaited]);
  if (query.data !== undefined && hasWaited) {
    return isEmpty?.(query.data) ? (empty ?? <EmptyState title="Nothing here." />) : children(query.data);
  }
  if (query.error && query.data === undefined)
    return <ErrorState error={query.error} retry={() => query.refetch()} />;
  return loading ?? <LoadingState />;
}

export function LoadingState({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <Skeleton key={index} height={18} width={`${90 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      )}
    </Stack>
  );
}

const titles: Record<number, string> = {
  0: 'The registry does not answer',
  401: 'Your key does not have the required role',
  404: 'Not found',
  409: 'This conflicts with the current state',
  422: 'The registry refused this',
  503: 'Currently unavailable',
};

export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const status = error instanceof ApiError ? error.status : undefined;
  return (
    <Alert
      role="alert"
      color={status === 404 ? 'gray' : 'red'}
      icon={<Icon name="warning" />}
      title={status === undefined ? 'Something went wrong here' : (titles[status] ?? `Error ${status}`)}
    >
      <Stack gap="sm" align="flex-start">
        <span>{error.message}</span>
        {status === 401 ? (
          <Button size="xs" variant="default" onClick={() => askForKey()}>
            Sign in with another key
          </Button>
        ) : (
          retry && (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )
        )}
      </Stack>
    </Alert>
  );
}
