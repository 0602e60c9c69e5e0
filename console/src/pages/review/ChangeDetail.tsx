import { ActionIcon, Alert, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import { guidanceChangesOf } from '../../api/guidance-change-sets.ts';
import { useChange, useChangeDiff, useRefusals } from '../../api/queue.ts';
import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { BaselineDifferences } from '../../parts/BaselineDifferences.tsx';
import { ChangedModel } from '../../parts/ChangedModel.tsx';
import { areChangesRequested, OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { Conversation, commentId } from '../../parts/Conversation.tsx';
import { CounterpartDiff } from '../../parts/CounterpartDiff.tsx';
import { isChangeSet, subjectLabel } from '../../parts/change-sets.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { formatTime, plural } from '../../parts/format.ts';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { JsonView } from '../../parts/JsonView.tsx';
import layout from '../../parts/layout.module.css';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RecordDiff } from '../../parts/RecordDiff.tsx';
import { RiskTag } from '../../parts/RiskTag.tsx';
import { shownOperation } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Unapprove } from '../../parts/TakeBack.tsx';
import { ChangeDangers, Reasons } from './ChangeDangers.tsx';
import { Meanwhile } from './Meanwhile.tsx';
import { refusalMessages } from './policies.ts';
import classes from './review.module.css';

interface Props {
  readonly changeId: number;
  readonly onDecide: (verdict: 'approve' | 'reject', change: ReviewedChange) => void;
  readonly onClose?: () => void;
}

/**
 * The detail view of a change: its differences, then the record as JSON and the conversation. Its name, the
 * decision buttons and the reasons for its risk stay visible at the top.
 */
export function ChangeDetail({ changeId, onDecide, onClose }: Props) {
  const change = useChange(changeId);
  // A change without a loaded diff can only be rejected, not approved.
  const diff = useChangeDiff(change.data);
  const refusal = useRefusals(change.data ? [change.data] : []).get(changeId);
  // Waits for the diff before the first render: content that arrives later would move text being read.
  const [isReady, setReady] = useState(false);
  if (!isReady && change.data && !diff.isPending) setReady(true);
  if (!isReady && !change.error) return <LoadingState lines={8} />;
  return (
    <QueryState query={change}>
      {(item) => (
        <article className={classes.detail}>
          <header className={classes.bar}>
            <div className={classes.tags}>
              <OperationTag operation={shownOperation(item)} />
              <Title order={2} className={classes.subject}>
                <ChangedModel change={item} />
              </Title>
              {item.status !== 'pending' && <StatusTag status={item.status} />}
              {item.risk && item.risk !== 'low' && <RiskTag level={item.risk} />}
              {onClose && (
                <ActionIcon
                  className={layout.end}
                  variant="default"
                  aria-label="Close the change"
                  onClick={onClose}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              )}
            </div>
            {diff.data && <Reasons change={item} diff={diff.data} />}
            {item.status === 'pending' && (
              <div className={classes.tags}>
                <Button
                  size="xs"
                  leftSection={<Icon name="check" size={16} />}
                  disabled={refusal !== undefined || diff.data === undefined}
                  onClick={() => onDecide('approve', item)}
                >
                  Approve
                </Button>
                <Button size="xs" variant="default" onClick={() => onDecide('reject', item)}>
                  Reject
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => document.getElementById(commentId)?.focus()}
                >
                  Request changes…
                </Button>
                {refusal && (
                  <Text size="sm" role="note">
                    {refusalMessages[refusal]}
                  </Text>
                )}
              </div>
            )}
            {item.status === 'approved' && <Unapprove change={item} />}
          </header>
          <div className={classes.reading}>
            <Text size="sm" c="dimmed">
              #{item.change_id}, {subjectLabel(item)}, proposed by{' '}
              <ShownText text={item.requested_username} /> on {formatTime(item.requested_at)}
              <ShownText text={item.notes && !isChangeSet(item) ? `: ${item.notes}` : ''} lines />
            </Text>
            <Outcome change={item} />
            <Meanwhile change={item} />
            {areChangesRequested(item) && (
              <Alert color="yellow" icon={<Icon name="info" />}>
                An approver requested changes: the requestor has not sent a new version yet.
              </Alert>
            )}
            <QueryState query={diff}>
              {(shown) => (
                <>
                  <ChangeDangers change={item} diff={shown} />
                  <RecordDifferences change={item} diff={shown} />
                </>
              )}
            </QueryState>
            <Conversation changeId={changeId} />
          </div>
        </article>
      )}
    </QueryState>
  );
}

/** Shows who approved, rejected or applied a change, and when. */
function Outcome({ change }: { change: ReviewedChange }) {
  const lines = [
    ...(change.status === 'pending' && change.approvals
      ? change.approvals.map(({ username }) => `Approved by ${username}: others have to approve it as well`)
      : []),
    change.approved_at &&
      `Approved by ${change.approved_username} on ${formatTime(change.approved_at)}, batch ${change.batch_id}`,
    change.rejected_at &&
      `Rejected by ${change.rejected_username} on ${formatTime(change.rejected_at)}: ${change.reject_reason}`,
    change.status === 'approved' && (change.approvals_missing ?? 0) > 0
      ? `It cannot be applied: it needs ${plural(change.approvals_missing ?? 0, 'more approval')} by people who may approve. Revoke the approval, and have it approved again.`
      : null,
    change.applied_at && `Applied by ${change.applied_username} on ${formatTime(change.applied_at)}`,
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => (
    <Text key={line} size="sm">
      <ShownText text={line} lines />
    </Text>
  ));
}

/** The differences of the change, and the complete records. */
function RecordDifferences({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  if (isChangeSet(change)) return <ChangeSet change={change} diff={diff} />;
  return (
    <>
      {diff.net_operation === 'deleted' ? (
        <details>
          <summary>The fields that are deleted</summary>
          <FieldDiffView diffs={diff.field_diffs} />
        </details>
      ) : (
        <RecordDiff
          category={change.category}
          diffs={diff.field_diffs}
          findings={diff.findings}
          critical={new Set(diff.net_operation === 'modified' ? diff.critical_fields : [])}
        />
      )}
      <CounterpartDiff diff={diff} />
      <FullRecord title="The record as proposed" record={diff.proposed_state} label="the proposed record" />
      <FullRecord title="The record as it is now" record={diff.current_state} label="the live record" />
    </>
  );
}

/**
 * Shows the differences of a change set: in words for baselines and guidance, by field for other catalogues.
 * If the change is pending or approved and described in words, the user can also expand the differences by
 * field.
 */
function ChangeSet({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  const baselines = baselineChangesOf(change);
  const guidance = guidanceChangesOf(change);
  const hasWords = baselines.length > 0 || guidance !== null;
  const isOpen = change.status === 'pending' || change.status === 'approved';
  const fieldDiffs = <FieldDiffView diffs={diff.field_diffs} critical={new Set(diff.critical_fields)} />;
  return (
    <>
      {!hasWords && fieldDiffs}
      {baselines.length > 0 && <BaselineDifferences changes={baselines} />}
      {guidance && <GuidanceDifferences changes={guidance} />}
      {/* Hidden for a decided change, because the service compares with the current catalogue. */}
      {isOpen && hasWords && (
        <details>
          <summary>Field by field</summary>
          {fieldDiffs}
        </details>
      )}
      <FullRecord title="The change set as proposed" record={change.payload} label="the change set" />
    </>
  );
}

function FullRecord({ title, record, label }: { title: string; record: unknown; label: string }) {
  if (record === null) return null;
  return (
    <details>
      <summary>{title}</summary>
      <JsonView value={record} label={label} maxHeight={420} />
    </details>
  );
}
