import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../parts/page.ts';

export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <Stack align="flex-start" py="xl">
      <Title order={1}>Page not found</Title>
      <Text>Check the address; the page may have moved.</Text>
      <Anchor component={Link} to="/">
        Go to the models
      </Anchor>
    </Stack>
  );
}
