import { Alert, Button, Checkbox, Group, getDefaultZIndex, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasStatus } from '#client';
import { rolesOfKey } from '../api/roles.ts';
import { session, signIn, signInReason } from '../api/session.ts';
import type { UserRoles } from '../api/types.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';

/**
 * The z-index of the sign-in dialog. It is above that of other dialogs, because a key can expire while one is
 * open.
 */
const dialogZIndex = getDefaultZIndex('modal') + 1;

/** The sign-in dialog. Opens over the page, so that input on the page is preserved. */
export function SignInDialog() {
  const reason = signInReason.use();
  return (
    <Dialog
      opened={reason !== null}
      onClose={() => signInReason.set(null)}
      title="Sign in"
      zIndex={dialogZIndex}
    >
      {reason !== null && <SignInForm expired={reason === 'expired'} />}
    </Dialog>
  );
}

function SignInForm({ expired }: { expired: boolean }) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { key: '', remember: session.get().remembered },
    validate: { key: (key) => (key.trim() === '' ? 'Enter your API key.' : null) },
  });
  const signInMutation = useMutation({
    mutationFn: ({ key }: { key: string; remember: boolean }) => rolesOfKey(key),
    onSuccess: (roles, { key, remember }) => {
      const previousRoles = client.getQueryData<UserRoles>(['roles', session.get().id]);
      signIn(key, remember, previousRoles?.user_id === roles.user_id);
      client.setQueryData(['roles', session.get().id], roles);
      // Reads that failed with the old key may succeed now.
      void client.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
    },
    onError: (error) => {
      if (hasStatus(error, 401)) form.setFieldError('key', 'The AI-Horde knows no account with this key.');
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ key, remember }) => signInMutation.mutate({ key: key.trim(), remember }))}
    >
      <Stack>
        {expired && (
          <Alert color="yellow" icon={<Icon name="key" />}>
            Your key is no longer accepted. Sign in again; this page is kept.
          </Alert>
        )}
        <Text size="sm">
          With your AI-Horde API key. It is sent to this service only. All open tabs of this console use it,
          and it is forgotten when the last of them is closed. No key yet?{' '}
          <a href="https://aihorde.net/register" target="_blank" rel="noreferrer noopener">
            Register at aihorde.net
          </a>
          , which shows the key once. The operators of this registry decide whether it may propose or review.
        </Text>
        <PasswordInput
          label="API key"
          data-autofocus
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          {...form.getInputProps('key')}
        />
        <Checkbox
          label="Keep the key until the tab is closed, even when the page is reloaded"
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        {signInMutation.error && !hasStatus(signInMutation.error, 401) && (
          <Alert color="red" role="alert" icon={<Icon name="warning" />}>
            {signInMutation.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={signInMutation.isPending}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
