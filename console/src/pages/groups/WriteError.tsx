import { Alert } from '@mantine/core';
import { hasStatus } from '#client';
import { Icon } from '../../parts/Icon.tsx';

/** Why a write about groups was refused. A conflict is told in the service's words: they name who has it. */
export function WriteError({ error }: { error: Error | null }) {
  if (error === null) return null;
  const title = hasStatus(error, 409) ? 'That is taken' : 'Nothing was changed';
  return (
    <Alert role="alert" color="red" icon={<Icon name="warning" />} title={title}>
      {error.message}
    </Alert>
  );
}
