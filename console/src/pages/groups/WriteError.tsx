import { Alert } from '@mantine/core';
import { hasStatus } from '#client';
import { Icon } from '../../parts/Icon.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';

/** Shows the service's message when it refuses an edit of groups. */
export function WriteError({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (!hasStatus(error, 409)) return <WriteFailure error={error} done="changed" />;
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />} title="That is taken">
      {error.message}
    </Alert>
  );
}
