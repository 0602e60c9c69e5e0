import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasStatus } from '#client';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorState } from '../../parts/QueryState.tsx';

interface Props {
  readonly error: Error;
  /** What the page cannot show without usage numbers, as a phrase for the sentence in the alert. */
  readonly missing: string;
  readonly category: string;
  readonly retry: () => unknown;
}

/** Says that the registry itself works, but has no usage numbers. */
export function UsageDown({ error, missing, category, retry }: Props) {
  // Another 503 is not of the registry: a proxy's before it.
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
        The registry gets no usage numbers, so {missing} cannot be told. The registry itself is fine:{' '}
        <Anchor component={Link} to={`/browse/${category}`} inherit underline="always" c="inherit">
          its models
        </Anchor>{' '}
        and{' '}
        <Anchor component={Link} to={`/insight?category=${category}`} inherit underline="always" c="inherit">
          their statistics
        </Anchor>{' '}
        are there.
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
