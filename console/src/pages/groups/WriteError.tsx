import { Alert } from '@mantine/core';
import { hasStatus } from '#client';
import { Icon } from '../../parts/Icon.tsx';

/** Shows why the service refused an edit of groups, in the service's own words. */
export function WriteError({ error }: { error: Error | null }) {
  if (error === null) return null;
  const title = hasStatus(error, 409) ? 'That is taken' : 'Nothing was changed';
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />} title={title}>
      {error.message}
    </Alert>
  );
}
