import { Alert, Button, Stack } from '@mantine/core';
import { Icon } from './Icon.tsx';
import { ShownText } from './ShownText.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  /** The button that loads the current state; absent when that would not help. */
  readonly reload?:
    | { readonly label: string; readonly isReady?: boolean; readonly onClick: () => void }
    | undefined;
}

/** Shows a refusal of the service that belongs to no control of a form. */
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
