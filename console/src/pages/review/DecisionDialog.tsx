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
import { maxTitleLength, suggestedTitle } from './batch-titles.ts';
import { decidedMeanwhile } from './decided-meanwhile.ts';
import type { OpenDecision } from './decision.ts';
import { laneNames, lanesOf } from './lanes.ts';
import { RiskList } from './RiskList.tsx';
import { isDangerous, risksOf } from './risks.ts';

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
      title={decision && titleOf(decision)}
      size="lg"
    >
      {decision && <DecisionForm decision={decision} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function titleOf({ verdict, changes }: OpenDecision): string {
  return `${verdict === 'approve' ? 'Approve' : 'Reject'} ${plural(changes.length, 'change')}`;
}

function DecisionForm({ decision, onClose, onDone }: Props & { decision: OpenDecision }) {
  const { verdict, changes, leftOut, later, versions } = decision;
  const rejecting = verdict === 'reject';
  const decide = useDecide();
  const [unsentReason = '', setUnsentReason] = useUnsent<string>(
    `rejection ${changes.map(({ change_id }) => change_id).join()}`,
  );
  const form = useForm({
    initialValues: { title: suggestedTitle(changes), reason: unsentReason },
    onValuesChange: ({ reason }) => setUnsentReason(reason || undefined),
    validate: {
      title: (value) => (!rejecting && value.trim() === '' ? 'A batch needs a title.' : null),
      reason: (value) => (rejecting && value.trim() === '' ? 'Say why: the requestor reads it.' : null),
    },
  });
  const submit = form.onSubmit(
    ({ title, reason }) =>
      decide.mutate(
        { verdict, title, reason, versions, changeIds: changes.map(({ change_id }) => change_id) },
        {
          onSuccess: ({ approved, rejected, endorsed = [] }) => {
            if (rejecting) setUnsentReason(undefined);
            notifications.show({
              color: rejecting ? 'gray' : 'green',
              message: `${plural(changes.length, 'change')} ${rejecting ? 'rejected' : 'approved: not live until the open batch is applied'}.`,
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
  const alone = changes.length === 1 ? changes[0] : undefined;
  const now = useChange(alone?.change_id).data;
  const decided =
    alone && now && !decide.isPending && !decide.isSuccess ? decidedMeanwhile(alone, now, undefined) : null;
  const isRisky = !rejecting && isDangerous(risksOf(changes));
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
        {later.length > 0 && (
          <Text size="sm">
            Their risk is {lanesOf(changes).map(({ level }) => laneNames[level])}. After them:{' '}
            {lanesOf(later)
              .map(({ level, changes: own }) => `${own.length} of ${laneNames[level]} risk`)
              .join(', ')}
            .
          </Text>
        )}
        {leftOut.length > 0 && (
          <Alert
            color="gray"
            icon={<Icon name="info" />}
            title={`${plural(leftOut.length, 'change')} left out`}
          >
            {[...Map.groupBy(leftOut, ({ why }) => why)].map(([why, own]) => (
              <Text key={why} size="sm">
                {own.map(({ change }) => `#${change.change_id}`).join(', ')}: {why}
              </Text>
            ))}
          </Alert>
        )}
        {!rejecting && <RiskList changes={changes} />}
        {!rejecting && (
          <TextInput
            label="Title of the batch"
            description="Approved changes gather in the open batch. Workers read them once it is applied."
            maxLength={maxTitleLength}
            data-autofocus
            {...form.getInputProps('title')}
          />
        )}
        {rejecting && (
          <Textarea
            label="Reason"
            autosize
            minRows={2}
            maxLength={bounds.fields.PendingBatchRequest.reject_reason.maxLength}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        )}
        {decided && (
          <Alert color="yellow" role="alert" icon={<Icon name="info" />} title="Decided meanwhile">
            <ShownText text={decided} />
          </Alert>
        )}
        {decide.error && <WriteFailure error={decide.error} done="decided" />}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={decide.isPending}
            onClick={() => {
              if (rejecting) setUnsentReason(undefined);
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            color={rejecting || isRisky ? 'red' : undefined}
            loading={decide.isPending}
            disabled={decided !== null}
          >
            {rejecting ? 'Reject' : changes.length > 1 ? `Approve all ${changes.length}` : 'Approve'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
