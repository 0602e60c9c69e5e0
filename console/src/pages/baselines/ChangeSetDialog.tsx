import { Button, Group, Stack, Text } from '@mantine/core';
import type { BaselineChangeSet } from '../../api/baseline-change-sets.ts';
import { BaselineDifferences } from '../../parts/BaselineDifferences.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { NotDone } from '../../parts/NotDone.tsx';
import { ShownText } from '../../parts/ShownText.tsx';

interface Props {
  /** The change set that the service has accepted in a dry run; null while the dialog is closed. */
  readonly changeSet: BaselineChangeSet | null;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onSend: (changeSet: BaselineChangeSet) => void;
  readonly onClose: () => void;
}

/** Shows what a change set changes, and for whom, before it is queued. */
export function ChangeSetDialog({ changeSet, isSending, error, onSend, onClose }: Props) {
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
          <BaselineDifferences changes={changeSet.changes} />
          {error && <NotDone error={error} done="queued" />}
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
