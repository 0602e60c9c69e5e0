import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { clearKeyedQueries } from '../api/keyed-queries.ts';
import { useCaller } from '../api/roles.ts';
import { askForKey, session, signOut } from '../api/session.ts';
import { Icon } from '../parts/Icon.tsx';
import classes from './Frame.module.css';

export function AccountMenu() {
  const caller = useCaller();
  const { remembered } = session.use();
  const client = useQueryClient();

  if (!caller.signedIn) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="key" size={16} />}
        onClick={() => askForKey()}
      >
        Sign in
      </Button>
    );
  }
  const signOutHere = () => {
    signOut();
    clearKeyedQueries(client);
  };
  const name = caller.user?.username ?? 'Signed in';
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="user" size={16} />}
          aria-label={`Account of ${name}`}
          classNames={{ root: classes.account, section: classes.accountIcon }}
        >
          <Text span size="xs" truncate maw={180} className={classes.accountName}>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={6} p="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Group gap={6}>
            {caller.user?.roles.map((role) => (
              <Badge key={role}>{role}</Badge>
            ))}
            {caller.user?.roles.length === 0 && (
              <Text size="xs" c="dimmed">
                No role in this registry: you can browse, but not propose.
              </Text>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {remembered
              ? 'All open tabs of this console use the key. Each keeps it until it is closed.'
              : 'All open tabs of this console use the key. It is forgotten when the last is closed or reloaded.'}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item onClick={() => askForKey()}>Use another key</Menu.Item>
        <Menu.Item onClick={signOutHere}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
