import { Alert, Button, Stack } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { ShownText } from './ShownText.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  /** The button that loads the current state; absent if reloading does not help. */
  readonly reload?:
    | { readonly label: string; readonly isReady?: boolean; readonly onClick: () => void }
    | undefined;
}

/** Shows an error of the service that does not belong to a single form control. */
export function RefusalAlert({ title, text, reload }: Props) {
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={title}>
      <Stack gap="xs" align="flex-start">
        <ShownText text={text} />
        {reload && (
          <Button size="xs" variant="default" disabled={reload.isReady === false} onClick={reload.onClick}>
            {reload.label}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
