import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { ShownText } from './ShownText.tsx';
import { WriteFailure } from './WriteFailure.tsx';

interface Props<ChangeSet> {
  /** The change set that a dry run has accepted; null while the dialog is closed. */
  readonly changeSet: ChangeSet | null;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onSend: (changeSet: ChangeSet) => void;
  readonly onClose: () => void;
  /** Renders the differences of the change set. */
  readonly children: (changeSet: ChangeSet) => ReactNode;
}

/** Dialog that shows the differences of a change set before it is queued. */
export function ChangeSetDialog<ChangeSet extends { readonly title: string }>({
  changeSet,
  isSending,
  error,
  onSend,
  onClose,
  children,
}: Props<ChangeSet>) {
  return (
    <Dialog
      opened={changeSet !== null}
      onClose={isSending ? () => undefined : onClose}
      size="xl"
      title="Propose this change set?"
    >
      {changeSet && (
        <Stack>
          <Text size="sm">
            <b>
              <ShownText text={changeSet.title} />
            </b>
            . Nothing is live until an approver has approved and applied it.
          </Text>
          {children(changeSet)}
          {error && <WriteFailure error={error} done="queued" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              Back
            </Button>
            <Button data-autofocus loading={isSending} onClick={() => onSend(changeSet)}>
              Propose this change set
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
