import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasStatus } from '#client';
import { Icon } from './Icon.tsx';

/** Returns whether a write failed without a response. The service may have performed it. */
export function isOutcomeUnknown(error: unknown): boolean {
  return hasStatus(error, 0, 502, 504);
}

/**
 * Shows why a write failed. If there was no response (`isOutcomeUnknown`), the title says that the outcome is
 * unknown. Otherwise it says that nothing was done.
 *
 * @param props.done the participle for the title, such as "queued"
 */
export function WriteFailure({
  error,
  done,
  children,
}: {
  error: Error;
  done: string;
  children?: ReactNode;
}) {
  return (
    <Alert
      color="red"
      role="alert"
      icon={<Icon name="warning" />}
      title={isOutcomeUnknown(error) ? `Unknown whether this was ${done}` : `Nothing was ${done}`}
    >
      <Stack gap="sm" align="flex-start">
        {error.message}
        {children}
      </Stack>
    </Alert>
  );
}
