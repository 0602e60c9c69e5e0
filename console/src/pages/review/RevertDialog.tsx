import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRevert, useRevertPreview } from '../../api/batches.ts';
import type { RevertAnswer, RevertPreview } from '../../api/review-types.ts';
import { OperationTag } from '../../parts/ChangeTags.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './RevertDialog.module.css';

interface Props {
  readonly batchId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReverted: (answer: RevertAnswer) => void;
}

/** Shows the changes that a revert would queue, and queues them. */
export function RevertDialog({ batchId, opened, onClose, onReverted }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Revert batch ${batchId}?`} size="lg">
      {opened && <Revert batchId={batchId} onClose={onClose} onReverted={onReverted} />}
    </Modal>
  );
}

function Revert({ batchId, onClose, onReverted }: Omit<Props, 'opened'>) {
  const preview = useRevertPreview(batchId);
  const revert = useRevert(batchId);
  const queue = () => revert.mutate(undefined, { onSuccess: onReverted });
  const count = preview.data?.changes.length ?? 0;
  return (
    <Stack>
      <QueryState query={preview}>{(data) => <Preview preview={data} />}</QueryState>
      {revert.error && (
        <Alert color="red" role="alert" icon={<Icon name="warning" />} title="Nothing was queued">
          {revert.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={count === 0} loading={revert.isPending} onClick={queue}>
          Queue {plural(count, 'change')}
        </Button>
      </Group>
    </Stack>
  );
}

function Preview({ preview }: { preview: RevertPreview }) {
  const { changes, skipped, changed_since: since } = preview;
  return (
    <>
      <Text size="sm">
        {changes.length > 0
          ? 'These changes go into the queue. Nothing is live before they are approved and applied.'
          : 'There is nothing left to undo.'}
      </Text>
      {changes.length > 0 && (
        <ul className={classes.list}>
          {changes.map(({ diff }) => (
            <li key={`${diff.category}/${diff.model_name}`}>
              <OperationTag operation={diff.operation} />{' '}
              <span>
                <ShownText text={diff.model_name} />
              </span>{' '}
              <Text span size="xs" c="dimmed">
                {plural(diff.field_diffs.length, 'field')}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {since.length > 0 && (
        <Alert color="red" icon={<Icon name="warning" />} title="Changed again since the batch">
          Reverting the batch undoes these later changes as well.
          <Notes notes={since} />
        </Alert>
      )}
      {skipped.length > 0 && (
        <Alert color="gray" icon={<Icon name="info" />} title="Left alone">
          <Notes notes={skipped} />
        </Alert>
      )}
    </>
  );
}

function Notes({ notes }: { notes: RevertPreview['skipped'] }) {
  return (
    <ul className={classes.notes}>
      {notes.map(({ category, model_name, reason }) => (
        <li key={`${category}/${model_name}`}>
          <ShownText text={model_name} />: {reason}
        </li>
      ))}
    </ul>
  );
}

/** The changes that a revert has queued. */
export function Reverted({ answer }: { answer: RevertAnswer }) {
  const { queued, skipped } = answer;
  return (
    <Alert
      role="status"
      color={queued.length > 0 ? 'green' : 'gray'}
      icon={<Icon name="info" />}
      title={`${plural(queued.length, 'change')} queued to revert this batch`}
      mb="md"
    >
      <ul className={classes.notes}>
        {queued.map((change) => (
          <li key={change.change_id}>
            <Link to="/review" search={{ change: change.change_id }}>
              {change.change_id}
            </Link>
            : {change.operation} <ShownText text={change.model_name} />
          </li>
        ))}
      </ul>
      {skipped.length > 0 && (
        <>
          Left alone:
          <Notes notes={skipped} />
        </>
      )}
    </Alert>
  );
}
