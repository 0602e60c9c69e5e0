import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { ApiError } from '#client';
import { ErrorState } from '../parts/QueryState.tsx';

/**
 * Replaces a page that threw an error. Shows the error and links to other pages, while the frame around it
 * keeps working.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiError) return <ErrorState error={error} retry={reset} />;
  // A file of the console could not be loaded: the connection failed, or the console was updated after this
  // page was opened.
  const message = error instanceof Error ? error.message : String(error);
  const isLoadFailure = /dynamically imported module|module script|preload CSS/i.test(message);
  return (
    <Stack align="flex-start" py="xl" role="alert">
      <Title order={1}>{isLoadFailure ? 'This page could not be loaded' : 'This page has an error'}</Title>
      <Text>
        {isLoadFailure
          ? 'The registry does not answer, or there is a newer version of its console.'
          : 'This is a bug in the console. Nothing was sent or changed.'}
      </Text>
      {!isLoadFailure && <Code block>{message}</Code>}
      <Group>
        <Button onClick={() => location.reload()}>Load again</Button>
        <Button variant="default" component={Link} to="/">
          Go to the models
        </Button>
      </Group>
    </Stack>
  );
}
