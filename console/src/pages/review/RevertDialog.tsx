import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsUndoing, useRevertPreview, useUndo } from '../../api/batches.ts';
import type { BatchSummary, RevertPreview } from '../../api/review-types.ts';
import type { UndoResult } from '../../api/undo.ts';
import { OperationTag } from '../../parts/ChangeTags.tsx';
import { CounterpartDiff } from '../../parts/CounterpartDiff.tsx';
import { changeDisplayName } from '../../parts/change-sets.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';
import { createRevertTitle, maxTitleLength } from './batch-titles.ts';
import classes from './review.module.css';

interface Props {
  readonly batch: Pick<BatchSummary, 'batch_id' | 'batch_title'>;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReverted: (undone: UndoResult) => void;
}

/**
 * The dialog that reverts a batch. Shows the changes that undo the batch. The approver applies them
 * immediately, or only queues them for other approvers.
 */
export function RevertDialog({ opened, ...props }: Props) {
  const { batch, onClose } = props;
  // A sent revert cannot be cancelled: the dialog stays open for its outcome.
  const isSent = useIsUndoing();
  return (
    <Dialog
      opened={opened}
      onClose={() => isSent() || onClose()}
      title={`Revert batch ${batch.batch_id}?`}
      size="xl"
    >
      {opened && <Revert {...props} />}
    </Dialog>
  );
}

function Revert({ batch, onClose, onReverted }: Omit<Props, 'opened'>) {
  const preview = useRevertPreview(batch.batch_id);
  const undo = useUndo(batch.batch_id);
  const [title, setTitle] = useState(createRevertTitle(batch.batch_id, batch.batch_title));
  const shownPreview = preview.data;
  const count = shownPreview?.changes.length ?? 0;
  const undoBatch = (options?: { title: string }) =>
    shownPreview && undo.mutate({ seen: shownPreview, ...options }, { onSuccess: onReverted });
  return (
    <Stack>
      <QueryState query={preview}>{(data) => <Preview preview={data} />}</QueryState>
      {count > 0 && (
        <TextInput
          label="Title"
          maxLength={maxTitleLength}
          value={title}
          error={title.trim() === '' && 'A batch needs a title.'}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      {undo.error && <WriteFailure error={undo.error} done="queued" />}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus disabled={undo.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" disabled={count === 0 || undo.isPending} onClick={() => undoBatch()}>
          Only queue {count}
        </Button>
        <Button
          color={shownPreview && isDangerous(shownPreview) ? 'red' : undefined}
          disabled={count === 0 || title.trim() === ''}
          loading={undo.isPending}
          onClick={() => undoBatch({ title: title.trim() })}
        >
          Approve and apply {count}
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns whether undoing a batch deletes a model or reverts changes made after the batch. */
function isDangerous({ changes, changed_since: since }: RevertPreview): boolean {
  return since.length > 0 || changes.some(({ diff }) => diff.operation === 'delete');
}

function Preview({ preview }: { preview: RevertPreview }) {
  const { changes, skipped, changed_since: since } = preview;
  return (
    <>
      <Text size="sm">
        {changes.length > 0
          ? 'Every worker reads these at once when they are applied. “Only queue” leaves them to another approver.'
          : 'There is nothing left to undo.'}
      </Text>
      {changes.length > 0 && (
        <ul className={classes.reverts}>
          {changes.map(({ diff, findings }) => (
            <li key={`${diff.category}/${diff.model_name}`}>
              <details open={changes.length <= 3}>
                <summary>
                  <OperationTag operation={diff.operation} />{' '}
                  <ShownText text={changeDisplayName(diff.model_name)} />{' '}
                  <Text span size="xs" c="dimmed">
                    {plural(diff.field_diffs.length, 'field')}
                  </Text>
                </summary>
                {findings.map(({ rule, severity, message }) => (
                  <Text key={`${rule} ${message}`} size="sm" c={severity === 'critical' ? 'red' : 'dimmed'}>
                    {severity}: <ShownText text={message} />
                  </Text>
                ))}
                <FieldDiffView diffs={diff.field_diffs} critical={new Set(diff.critical_fields)} />
                <CounterpartDiff diff={diff} />
              </details>
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
        <Alert color="gray" icon={<Icon name="info" />} title="Not reverted">
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
          <ShownText text={changeDisplayName(model_name)} />: {reason}
        </li>
      ))}
    </ul>
  );
}

/** Shows the outcome of a revert: the queued or applied changes, and the error that stopped it, if any. */
export function RevertOutcome({ undone }: { undone: UndoResult }) {
  const { queued: answer, applied, stopped } = undone;
  const { queued, skipped } = answer;
  const appliedChanges = applied?.applied ?? [];
  const isComplete = appliedChanges.length > 0 && stopped === undefined;
  const batchId = appliedChanges[0]?.batch_id;
  return (
    <Alert
      role="status"
      color={stopped !== undefined ? 'yellow' : queued.length > 0 ? 'green' : 'gray'}
      icon={<Icon name={isComplete ? 'check' : 'info'} />}
      title={
        appliedChanges.length > 0
          ? `${plural(appliedChanges.length, 'change')} of ${queued.length} applied to revert this batch`
          : `${plural(queued.length, 'change')} queued to revert this batch`
      }
      mb="md"
    >
      {stopped !== undefined && <Text size="sm">Not all is applied: {stopped}</Text>}
      {batchId != null && (
        <Link to="/review/batches/$batchId" params={{ batchId: String(batchId) }}>
          Batch {batchId}: what changed
        </Link>
      )}
      {!isComplete && (
        <ul className={classes.notes}>
          {queued.map((change) => (
            <li key={change.change_id}>
              <Link to="/review/changes/$changeId" params={{ changeId: String(change.change_id) }}>
                {change.change_id}
              </Link>
              : {change.operation} <ShownText text={changeDisplayName(change.model_name)} />
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <>
          Not reverted:
          <Notes notes={skipped} />
        </>
      )}
    </Alert>
  );
}
