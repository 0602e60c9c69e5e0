import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasStatus } from '#client';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorState } from '../../parts/QueryState.tsx';

interface Props {
  readonly error: Error;
  readonly category: string;
  readonly retry: () => unknown;
}

/**
 * Shows why the deletion risks could not be loaded. If only the usage numbers are missing, says that the
 * registry itself works.
 */
export function UsageDown({ error, category, retry }: Props) {
  // A 503 that is not a response of the API comes from a proxy in front of the registry.
  if (!hasStatus(error, 503) || error.kind === 'bad-answer')
    return <ErrorState error={error} retry={() => void retry()} />;
  return (
    <Alert
      role="alert"
      color="yellow"
      icon={<Icon name="warning" />}
      title="The usage of models is not known at the moment"
    >
      <Text size="sm">
        The registry receives no usage numbers, so the deletion risk cannot be computed. You can still see{' '}
        <Anchor component={Link} to={`/browse/${category}`} inherit underline="always" c="inherit">
          its models
        </Anchor>{' '}
        and{' '}
        <Anchor component={Link} to={`/insight?category=${category}`} inherit underline="always" c="inherit">
          their statistics
        </Anchor>
        .
      </Text>
      <Group mt="sm" gap="sm">
        <Button size="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
        <Text size="xs">{error.message}</Text>
      </Group>
    </Alert>
  );
}
