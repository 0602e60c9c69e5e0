import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { bounds } from '../../api/bounds.ts';
import { useChange, useDecide, useIsDeciding } from '../../api/queue.ts';
import { useUnsent } from '../../api/unsent.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { shownName, shownOperation } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';
import { maxTitleLength, suggestTitle } from './batch-titles.ts';
import { decidedMeanwhile } from './decided-meanwhile.ts';
import type { OpenDecision } from './decision.ts';
import { groupByRisk, laneNames } from './lanes.ts';
import { RiskList } from './RiskList.tsx';
import { findRisks, isDangerous } from './risks.ts';

interface Props {
  readonly decision: OpenDecision | null;
  readonly onClose: () => void;
  /** Called after the decision, with the ids of the changes that no longer need a decision. */
  readonly onDone: (decided: ReadonlySet<number>) => void;
}

/**
 * The dialog in which an approver approves or rejects changes. Shows their dangers, and asks for the title of
 * the batch or the reason for the rejection. The service decides all of the changes atomically.
 */
export function DecisionDialog({ decision, onClose, onDone }: Props) {
  // A sent decision cannot be cancelled: the dialog stays open for its outcome.
  const isSent = useIsDeciding();
  return (
    <Dialog
      // Creates a new dialog for each further decision, such as the next lane.
      key={decision?.changes[0]?.change_id}
      opened={decision !== null}
      onClose={() => isSent() || onClose()}
      title={decision && formatTitle(decision)}
      size="lg"
    >
      {decision && <DecisionForm decision={decision} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function formatTitle({ verdict, changes }: OpenDecision): string {
  return `${verdict === 'approve' ? 'Approve' : 'Reject'} ${plural(changes.length, 'change')}`;
}

function DecisionForm({ decision, onClose, onDone }: Props & { decision: OpenDecision }) {
  const { verdict, changes, excludedChanges, laterChanges, versions } = decision;
  const isRejection = verdict === 'reject';
  const decide = useDecide();
  const [unsentReason = '', setUnsentReason] = useUnsent<string>(
    `rejection ${changes.map(({ change_id }) => change_id).join()}`,
  );
  const form = useForm({
    initialValues: { title: suggestTitle(changes), reason: unsentReason },
    onValuesChange: ({ reason }) => setUnsentReason(reason || undefined),
    validate: {
      title: (value) => (!isRejection && value.trim() === '' ? 'A batch needs a title.' : null),
      reason: (value) => (isRejection && value.trim() === '' ? 'Say why: the requestor reads it.' : null),
    },
  });
  const submit = form.onSubmit(
    ({ title, reason }) =>
      decide.mutate(
        { verdict, title, reason, versions, changeIds: changes.map(({ change_id }) => change_id) },
        {
          onSuccess: ({ approved, rejected, endorsed = [] }) => {
            if (isRejection) setUnsentReason(undefined);
            notifications.show({
              color: isRejection ? 'gray' : 'green',
              message: `${plural(changes.length, 'change')} ${isRejection ? 'rejected' : 'approved: not live until the open batch is applied'}.`,
            });
            if (endorsed.length > 0) {
              notifications.show({
                color: 'yellow',
                message: `${plural(endorsed.length, 'change')} of them need the approval of others as well, and stay pending.`,
              });
            }
            onDone(new Set([...approved, ...rejected].map(({ change_id }) => change_id)));
          },
        },
      ),
    (errors) => form.getInputNode(errors.title ? 'title' : 'reason')?.focus(),
  );
  const singleChange = changes.length === 1 ? changes[0] : undefined;
  const currentChange = useChange(singleChange?.change_id).data;
  const decidedNote =
    singleChange && currentChange && !decide.isPending && !decide.isSuccess
      ? decidedMeanwhile(singleChange, currentChange, undefined)
      : null;
  const isRisky = !isRejection && isDangerous(findRisks(changes));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {changes.length <= 5 ? (
          <Text size="sm" className={layout.anywhere}>
            <ShownText
              text={changes.map((change) => `${shownOperation(change)} ${shownName(change)}`).join(', ')}
            />
          </Text>
        ) : null}
        {laterChanges.length > 0 && (
          <Text size="sm">
            Their risk is {groupByRisk(changes).map(({ level }) => laneNames[level])}. After them:{' '}
            {groupByRisk(laterChanges)
              .map(({ level, changes: own }) => `${own.length} of ${laneNames[level]} risk`)
              .join(', ')}
            .
          </Text>
        )}
        {excludedChanges.length > 0 && (
          <Alert
            color="gray"
            icon={<Icon name="info" />}
            title={`${plural(excludedChanges.length, 'change')} left out`}
          >
            {[...Map.groupBy(excludedChanges, ({ reason }) => reason)].map(([reason, group]) => (
              <Text key={reason} size="sm">
                {group.map(({ change }) => `#${change.change_id}`).join(', ')}: {reason}
              </Text>
            ))}
          </Alert>
        )}
        {!isRejection && <RiskList changes={changes} />}
        {!isRejection && (
          <TextInput
            label="Title of the batch"
            description="Approved changes gather in the open batch. Workers read them once it is applied."
            maxLength={maxTitleLength}
            data-autofocus
            {...form.getInputProps('title')}
          />
        )}
        {isRejection && (
          <Textarea
            label="Reason"
            autosize
            minRows={2}
            maxLength={bounds.fields.PendingBatchRequest.reject_reason.maxLength}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        )}
        {decidedNote && (
          <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="Decided meanwhile">
            <ShownText text={decidedNote} />
          </Alert>
        )}
        {decide.error && <WriteFailure error={decide.error} done="decided" />}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={decide.isPending}
            onClick={() => {
              if (isRejection) setUnsentReason(undefined);
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            color={isRejection || isRisky ? 'red' : undefined}
            loading={decide.isPending}
            disabled={decidedNote !== null}
          >
            {isRejection ? 'Reject' : changes.length > 1 ? `Approve all ${changes.length}` : 'Approve'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
